/** Works out, from the schema alone, the selections that read every field of a game's view, events and options. */
import { getNamedType, isEnumType, isLeafType, isObjectType, isRequiredArgument, isUnionType } from 'graphql';

/** @typedef {readonly import('graphql').GraphQLObjectType[]} Members */

/** Things that are read elsewhere: a view or an event only names them. */
const REFERENCES = {
  Match: '{ id code }',
  Player: '{ id name }',
  Seat: '{ index name }',
  Deck: '{ id name }',
  Game: '{ kind name }',
};

/**
 * The text of a module: `views` and `events` hold a fragment for each game (an event that belongs to no game is
 * in all), `options` one for all games, `everyGame` those an author of types needs.
 * @param {import('graphql').GraphQLSchema} schema
 */
export function selectionsOf(schema) {
  const kinds = enumValues(schema, 'GameKind');
  const views = unionMembers(schema, 'GameView');
  const events = unionMembers(schema, 'GameEvent');
  const owners = new Map([...views, ...events].map(type => [type, ownerOf(type.name, kinds)]));
  const forEach = (/** @type {string} */ union, /** @type {Members} */ members) =>
    Object.fromEntries(
      kinds.map(kind => [kind, fragment(union, members, type => (owners.get(type) ?? kind) === kind)]),
    );
  const everything = [fragment('GameView', views), fragment('GameEvent', events)].join('\n');
  return [
    `export const views = ${JSON.stringify(forEach('GameView', views), null, 2)};`,
    `export const events = ${JSON.stringify(forEach('GameEvent', events), null, 2)};`,
    `export const options = ${JSON.stringify(fragment('GameOptions', unionMembers(schema, 'GameOptions')))};`,
    `export const everyGame = ${JSON.stringify(everything)};`,
    '',
  ].join('\n');
}

/** @param {import('graphql').GraphQLSchema} schema @param {string} name */
function unionMembers(schema, name) {
  const type = schema.getType(name);
  if (!isUnionType(type)) throw new Error(`The schema has no union ${name}.`);
  return type.getTypes();
}

/** @param {import('graphql').GraphQLSchema} schema @param {string} name */
function enumValues(schema, name) {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`The schema has no enum ${name}.`);
  return type.getValues().map(value => value.name);
}

/**
 * The game whose name begins the type's name; the longest, as `TwentyQuestionsView` begins with `Twenty` too.
 * @param {string} typeName @param {string[]} kinds
 */
export function ownerOf(typeName, kinds) {
  const begins = kinds.filter(kind => typeName.startsWith(pascal(kind)));
  return begins.sort((a, b) => b.length - a.length)[0];
}

/** @param {string} kind */
const pascal = kind => kind.toLowerCase().replaceAll(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());

/**
 * Aliases are worked out over all members, so that a field has one name whichever games a document reads.
 * @param {string} union
 * @param {Members} members
 * @param {(type: import('graphql').GraphQLObjectType) => boolean} [isWanted]
 */
function fragment(union, members, isWanted = () => true) {
  return `fragment ${union}Fields on ${union} ${memberSelections(members, [union], isWanted)}`;
}

/**
 * @param {Members} members
 * @param {string[]} path
 * @param {(type: import('graphql').GraphQLObjectType) => boolean} [isWanted]
 */
function memberSelections(members, path, isWanted = () => true) {
  const clashes = clashingFields(members);
  const parts = members.filter(isWanted).map(type => `... on ${type.name} ${selection(type, path, clashes)}`);
  return `{ __typename ${parts.join(' ')} }`;
}

/**
 * Fields that two members of a union give different types; GraphQL wants an alias for these. @see unalias
 * @param {Members} members
 */
function clashingFields(members) {
  /** @type {Map<string, Set<string>>} */
  const types = new Map();
  for (const field of members.flatMap(type => Object.values(type.getFields()))) {
    types.set(field.name, (types.get(field.name) ?? new Set()).add(String(field.type)));
  }
  return new Set([...types].filter(([, kinds]) => kinds.size > 1).map(([name]) => name));
}

/**
 * @param {import('graphql').GraphQLNamedType} type
 * @param {string[]} path
 * @param {Set<string>} [clashes]
 * @returns {string}
 */
function selection(type, path, clashes = new Set()) {
  if (isLeafType(type)) return '';
  const reference = REFERENCES[/** @type {keyof typeof REFERENCES} */ (type.name)];
  if (reference) return reference;
  if (isUnionType(type)) return memberSelections(type.getTypes(), [...path, type.name]);
  if (!isObjectType(type))
    throw new Error(`${path.join(' > ')} reaches ${type.name}, which has no one shape.`);
  const fields = Object.values(type.getFields())
    .filter(field => !field.args.some(isRequiredArgument) && !path.includes(getNamedType(field.type).name))
    .map(field => {
      const alias = clashes.has(field.name) ? `${field.name}__${type.name}: ` : '';
      return `${alias}${field.name} ${selection(getNamedType(field.type), [...path, type.name])}`.trim();
    });
  return `{ ${fields.join(' ')} }`;
}
