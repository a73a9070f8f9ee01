/** Trivial Pursuit in words: categories, spaces, what is asked, what has happened. */
import { n, t } from '../language.js';
import { list } from '../words.js';
import { ARC, COLOURS } from './trivial-pursuit-layout.js';

/** @import { EventOf, GameEvent, GameView } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'TrivialPursuitView' }>} View */
/** @typedef {import('./trivial-pursuit-layout.js').Colour} Colour */
/** @typedef {View['tokens'][number]} Token */
/** @typedef {Pick<Token['space'], 'id' | 'kind' | 'colour'>} Space */
/** @typedef {NonNullable<View['lastQuestion']>} Judged */
/** @typedef {(seat: number) => string} Who */

/** A category's name, its colour, and one of its spaces in running text.
 * @type {Record<Colour, { name: string, colour: string, inText: string, aSpace: string }>} */
export const CATEGORIES = {
  BROWN: { name: t('The Written Word'), colour: t('Brown'), inText: t('brown'), aSpace: t('a brown space') },
  BLUE: { name: t('Global View'), colour: t('Blue'), inText: t('blue'), aSpace: t('a blue space') },
  ORANGE: { name: t('Game Time'), colour: t('Orange'), inText: t('orange'), aSpace: t('an orange space') },
  YELLOW: { name: t('News'), colour: t('Yellow'), inText: t('yellow'), aSpace: t('a yellow space') },
  PINK: { name: t('Sound & Screen'), colour: t('Pink'), inText: t('pink'), aSpace: t('a pink space') },
  GREEN: { name: t('Innovations'), colour: t('Green'), inText: t('green'), aSpace: t('a green space') },
};

/** What to call a space, different for every one. @param {Space} space */
export function nameOf({ id, kind, colour }) {
  const own = colour ? CATEGORIES[colour].colour : '';
  const [, spoke, step] = /^S(\d)-(\d)$/.exec(id) ?? [];
  if (kind === 'HUB') return t('Hub');
  if (kind === 'HEADQUARTERS') return t('{colour} headquarters', { colour: own });
  if (spoke)
    return t('{colour} space, step {step} of the {spoke} spoke', {
      colour: own,
      step,
      spoke: CATEGORIES[COLOURS[Number(spoke)]].inText,
    });
  const place = Number(id.slice(1));
  const from = CATEGORIES[COLOURS[Math.floor(place / ARC)]].inText;
  const values = { colour: own, steps: place % ARC, headquarters: from };
  return kind === 'ROLL_AGAIN'
    ? t('Roll again, {steps} clockwise from the {headquarters} headquarters', values)
    : t('{colour} space, {steps} clockwise from the {headquarters} headquarters', values);
}

/** @param {Space} space */
function inText({ kind, colour }) {
  if (kind === 'HUB') return t('the hub');
  if (colour === null) return t('a roll-again space');
  const { inText: said, aSpace } = CATEGORIES[colour];
  return kind === 'HEADQUARTERS' ? t('the {colour} headquarters', { colour: said }) : aSpace;
}

/** @param {string} text */
const asSentence = text => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** What whoever is to move has to do. @param {View} view */
export function task(view) {
  const { review, question, categoryVote, roll, start, turn } = view;
  if (review) return t('Does “{guess}” count?', { guess: review.guess });
  if (question) return t('What is the answer?');
  if (categoryVote) return t('Which category for the final question?');
  if (view.isChoosingCategory) return t('Choose the category of the question.');
  if (roll !== null) return t('The die shows {roll}: where to?', { roll });
  if (start) return t('Roll for the start.');
  return turn === null ? '' : t('Roll the die.');
}

/** The same, said to those who do not see the card. @param {View} view */
export function heading(view) {
  if (view.review || !view.question) return task(view);
  const { colour, text } = view.question.question;
  return t('{category}: {question}', { category: CATEGORIES[colour].name, question: text });
}

/** What all others are waiting for. @param {View} view @param {Who} who */
export function waiting(view, who) {
  const { review, question, categoryVote, roll, start, turn } = view;
  if (start)
    return t('The highest roll begins. Still to roll: {names}.', {
      names: list(stillToRoll(start).map(who)),
    });
  if (turn === null) return t('The match is over.');
  const name = who(turn);
  if (review)
    return t('{name} says “{guess}”. Still to rule on it: {judges}.', {
      name,
      guess: review.guess,
      judges: list(review.stillToRule.map(who)),
    });
  if (question) return t('{name} is to answer.', { name });
  if (categoryVote)
    return t('The others choose the category of {name}’s final question. Still to vote: {voters}.', {
      name,
      voters: list(categoryVote.stillToVote.map(who)),
    });
  if (view.isChoosingCategory) return t('{name} is in the hub and chooses a category.', { name });
  return roll === null
    ? t('{name} is to roll.', { name })
    : t('{name} has rolled {roll} and chooses where to go.', { name, roll });
}

/** @param {NonNullable<View['start']>} start */
const stillToRoll = ({ contenders, rolls }) => contenders.filter(seat => rolls[seat] === null);

/** @type {Record<Judged['verdict'], string>} */
export const VERDICTS = {
  EXACT: t('The server takes it for right: it is what the card says.'),
  ALIAS: t('The server takes it for right: it is another way of saying it.'),
  NEAR: t('The server takes it for right, but for a typing error.'),
  WRONG: t('The server takes it for something else.'),
};

/** What was said, or that nothing was. @param {Judged} judged @param {Who} who */
export function tellGuess({ seat, guess }, who) {
  if (guess === null) return t('{name} ran out of time.', { name: who(seat) });
  return guess.trim() === ''
    ? t('{name} gave no answer.', { name: who(seat) })
    : t('{name} answered “{guess}”.', { name: who(seat), guess });
}

/** Who overruled the server's verdict and how people ruled, as sentences; empty when nobody did anything.
 * @param {Judged} judged @param {Who} who */
export function tellRulings({ overruledBy, rulings }, who) {
  const ruling = (/** @type {boolean} */ correct) =>
    list(rulings.filter(each => each.correct === correct).map(each => who(each.seat)));
  const isSplit = rulings.some(each => each.correct) && rulings.some(each => !each.correct);
  return [
    ...(overruledBy === 'READER' ? [t('The reader overruled the server.')] : []),
    ...(overruledBy === 'TABLE' ? [t('The table overruled the server.')] : []),
    ...(isSplit
      ? [
          t('Right, said {accepting}; wrong, said {refusing}.', {
            accepting: ruling(true),
            refusing: ruling(false),
          }),
        ]
      : []),
  ];
}

/** What came of a question. @param {Judged} judged @param {Who} who */
export function tellJudged(judged, who) {
  const values = { name: who(judged.seat), answer: judged.answer };
  const verdict = judged.isRight
    ? t('{name} is right: {answer}.', values)
    : t('{name} is wrong. The answer is {answer}.', values);
  return [verdict, ...tellRulings(judged, who)].join(' ');
}

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: Who) => string }} */
const EVENTS = {
  TrivialPursuitRolledForStart: ({ seat, roll }, who) =>
    t('{name} rolled {roll} for the start.', { name: who(seat), roll }),
  TrivialPursuitStartTied: ({ seats }, who) =>
    t('The highest roll is shared, and these roll again: {names}.', { names: list(seats.map(who)) }),
  TrivialPursuitTurnBegan: ({ seat, turn, isReply }, who) =>
    isReply
      ? t('Turn {turn}: {name} has this one turn to draw level.', { turn, name: who(seat) })
      : t('Turn {turn} is {name}’s.', { turn, name: who(seat) }),
  TrivialPursuitRolled: ({ seat, roll }, who) => t('{name} rolled {roll}.', { name: who(seat), roll }),
  TrivialPursuitMoved: ({ seat, path, origin }, who) =>
    t('{name} went to {space}.', { name: who(seat), space: inText(path.at(-1) ?? origin) }),
  TrivialPursuitCategoryChosen: ({ seat, colour }, who) =>
    t('{name} chose {category}.', { name: who(seat), category: CATEGORIES[colour].name }),
  TrivialPursuitCategoryVoted: ({ seat }, who) => t('{name} voted on the category.', { name: who(seat) }),
  TrivialPursuitCategoryDecided: ({ seat, colour, votes }, who) =>
    [
      t('{name}’s final question is about {category}.', {
        name: who(seat),
        category: CATEGORIES[colour].name,
      }),
      ...votes.flatMap((vote, voter) =>
        vote
          ? [t('{name} voted for {category}.', { name: who(voter), category: CATEGORIES[vote].name })]
          : [],
      ),
    ].join(' '),
  TrivialPursuitCardsShuffled: ({ pileSize }) =>
    n(
      'All cards had been used, and {count} card was shuffled anew.',
      'All cards had been used, and {count} cards were shuffled anew.',
      pileSize,
    ),
  TrivialPursuitQuestionAsked: ({ seat, reader, question }, who) => {
    const values = {
      reader: who(reader),
      name: who(seat),
      category: CATEGORIES[question.colour].name,
      question: asSentence(question.text),
    };
    return question.isFinal
      ? t('{reader} reads {name}’s final question, {category}: {question}', values)
      : t('{reader} reads to {name}, {category}: {question}', values);
  },
  TrivialPursuitAnswerGiven: tellGiven,
  TrivialPursuitVerdictVoted: ({ seat }, who) => t('{name} ruled on the answer.', { name: who(seat) }),
  TrivialPursuitAnswerJudged: ({ result, wedge }, who) =>
    [
      tellJudged(result, who),
      ...(wedge
        ? [t('That wins the {colour} wedge.', { colour: CATEGORIES[result.question.colour].inText })]
        : []),
    ].join(' '),
  TrivialPursuitWon: ({ seat }, who) =>
    t('{name} has answered the final question and wins.', { name: who(seat) }),
  TrivialPursuitQuestionDropped: ({ number }) =>
    t('Question {number} is dropped: whoever was asked has left.', { number }),
};

/** @param {EventOf<'TrivialPursuitAnswerGiven'>} event @param {Who} who */
function tellGiven(event, who) {
  return tellGuess(/** @type {Judged} */ (/** @type {unknown} */ (event)), who);
}

/** @param {GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: Who) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, seat => names[seat]) ?? null;
}
