/** 20 Questions in words: what is asked, what a line says, what has happened. */
import { list } from '../words.js';

/** @import { EventOf, GameEvent, GameView } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'TwentyQuestionsView' }>} View */
/** @typedef {View['lines'][number]['line']} Line */
/** @typedef {View['guesses'][number]} Guess */
/** @typedef {View['results'][number]} Result */
/** @typedef {(seat: number) => string} Who */

/** @type {Record<View['category'], { name: string, article: string, question: string }>} */
export const CATEGORIES = {
  PERSON: { name: 'Person', article: 'a person', question: 'Who is it?' },
  PLACE: { name: 'Place', article: 'a place', question: 'Where is it?' },
  THING: { name: 'Thing', article: 'a thing', question: 'What is it?' },
  YEAR: { name: 'Year', article: 'a year', question: 'Which year is it?' },
};

/** @type {Record<NonNullable<Line['instruction']>, (line: Line) => string>} */
const INSTRUCTIONS = {
  FREE_GUESS: () => 'A free guess, and a blue chip',
  LOSE_A_TURN: () => 'Lose your turn',
  MOVE_AHEAD: ({ spaces }) => `Move ahead ${spaces}`,
  MOVE_BACK: ({ spaces }) => `Move back ${spaces}`,
  NEXT_BONUS: () => 'Go to the next Bonus Space',
  MOVE_OTHER: ({ spaces, direction }) => `Move another pawn ${spaces} ${WAYS[direction ?? 'FORWARD']}`,
  GUESS_AND_PICK: () => 'Guess, then pick another number',
};

/** @type {Record<NonNullable<Line['direction']>, string>} */
const WAYS = { FORWARD: 'forward', BACK: 'back' };

/** @param {Line} line */
export const wordsOf = line => (line.instruction ? INSTRUCTIONS[line.instruction](line) : (line.clue ?? ''));

/** @param {string} text */
const asSentence = text => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** @param {View['lines'][number]} read @param {Who} who */
export const tellLine = ({ seat, line }, who) =>
  asSentence(`${who(seat)} named ${line.number}: ${wordsOf(line)}`);

/** @param {number} count */
export const lines = count => (count === 1 ? 'one line' : `${count} lines`);

/** What came of a card. @param {Result} result @param {Who} who */
export const tellResult = (result, who) =>
  `${asSentence(`It was ${result.answer}`)} ${tellShares(result, who)}`;

/** Who got what for a card. @param {Result} result @param {Who} who */
function tellShares({ end, solver, reader, linesRead, solverPoints, readerPoints }, who) {
  if (end === 'BROKEN_OFF') return 'The match ended before the card did.';
  if (end === 'MISSED') return 'The Bonus Round was missed.';
  const forReader = readerPoints > 0 ? [`${readerPoints} for ${who(reader)}, who read it`] : [];
  if (solver === null) return asSentence(['Nobody guessed it', ...forReader].join(': '));
  return `${who(solver)} guessed it after ${lines(linesRead)}: ${list([`${solverPoints} for ${who(solver)}`, ...forReader])}.`;
}

/** What the player to move has to do. @param {View} view */
export function heading(view) {
  const { review, pawnChoice, freeGuessWindow, guessing } = view;
  if (review) return `Is “${review.text}” right?`;
  if (pawnChoice) return `Choose whose pawn goes ${pawnChoice.spaces} ${WAYS[pawnChoice.direction]}.`;
  if (freeGuessWindow) return 'Play a blue chip to guess now?';
  if (guessing) return CATEGORIES[view.category].question;
  if (view.turn === null) return '';
  return view.bonusPlayer !== null && view.lines.length > 0 ? 'Name a number, or guess.' : 'Name a number.';
}

/** What all others are waiting for. @param {View} view @param {Who} who */
export function waiting(view, who) {
  const { review, pawnChoice, freeGuessWindow, guessing, turn } = view;
  const open = (/** @type {number[]} */ all, /** @type {number[]} */ done) =>
    list(all.filter(seat => !done.includes(seat)).map(who));
  if (review)
    return `${who(review.seat)} says “${review.text}”. To rule on it: ${open(review.judges, review.ruled)}.`;
  if (pawnChoice)
    return `${who(pawnChoice.seat)} chooses whose pawn goes ${pawnChoice.spaces} ${WAYS[pawnChoice.direction]}.`;
  if (freeGuessWindow)
    return `Before the next turn a blue chip may be played by ${open(freeGuessWindow.asked, freeGuessWindow.answered)}.`;
  if (guessing) return `${who(guessing.seat)} may guess${OCCASIONS[guessing.occasion]}.`;
  return turn === null ? 'The match is over.' : `${who(turn)} is to name a number.`;
}

/** @type {Record<Guess['occasion'], string>} */
const OCCASIONS = {
  TURN: '',
  FREE_GUESS: ', and then takes a blue chip',
  GUESS_AND_PICK: ', and then may name another number',
  CHIP: ' for a blue chip',
  BONUS: ', once',
};

/** What a right to guess has to it, said to the one who has it. @type {Record<Guess['occasion'], string>} */
export const HINTS = {
  TURN: 'One guess. A wrong one costs nothing.',
  FREE_GUESS: 'A free guess. After it you take a blue chip, if one is left.',
  GUESS_AND_PICK: 'If this is wrong, you name another number and guess again.',
  CHIP: 'Your blue chip buys this guess. Your own turn still comes.',
  BONUS: 'The one guess of your Bonus Round.',
};

/** @type {Record<Guess['verdict'], string>} */
export const VERDICTS = {
  EXACT: 'It is the answer.',
  ALIAS: 'It is another name for the answer.',
  NEAR: 'It is the answer, not quite spelt right.',
  WRONG: 'It is something else.',
};

/** @type {Record<string, string>} */
const OVERRULED = {
  READER: ' The Reader overruled the verdict.',
  TABLE: ' The table overruled the verdict.',
};

/** Whoever overruled the verdict, as a sentence after a space. @param {Guess} guess */
export const tellOverruling = ({ overruledBy }) => (overruledBy ? (OVERRULED[overruledBy] ?? '') : '');

/** @type {Record<EventOf<'TwentyQuestionsPawnMoved'>['cause'], string>} */
const CAUSES = {
  SOLVER: ' for the right guess',
  READER: ' for reading',
  INSTRUCTION: '',
  OTHER_PLAYER: ', as another player chose',
  BONUS: ' for the Bonus Round',
};

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: Who) => string }} */
const EVENTS = {
  TwentyQuestionsDeckReshuffled: ({ cards }) => `Every card had been used, and ${cards} were shuffled again.`,
  TwentyQuestionsCardDrawn: ({ number, reader, category, bonusPlayer }, who) =>
    bonusPlayer === null
      ? `Card ${number}: ${who(reader)} reads about ${CATEGORIES[category].article}.`
      : `Bonus Round for ${who(bonusPlayer)}: ${who(reader)} reads about ${CATEGORIES[category].article}.`,
  TwentyQuestionsLineRead: tellLine,
  TwentyQuestionsFreeGuessConsidered: ({ seat }, who) => `${who(seat)} has decided about a blue chip.`,
  TwentyQuestionsFreeGuessesDeclared: ({ seats }, who) =>
    seats.length === 0
      ? 'Nobody plays a blue chip.'
      : `${list(seats.map(who))} ${seats.length === 1 ? 'plays' : 'play'} a blue chip.`,
  TwentyQuestionsChipPlayed: ({ seat }, who) => `${who(seat)} put a blue chip back for a guess.`,
  TwentyQuestionsChipTaken: ({ seat }, who) => `${who(seat)} took a blue chip.`,
  TwentyQuestionsGuessMade: ({ seat, text }, who) => `${who(seat)} guessed “${text}”.`,
  TwentyQuestionsGuessPassed: ({ seat }, who) => `${who(seat)} made no guess.`,
  TwentyQuestionsVoteCast: ({ seat }, who) => `${who(seat)} ruled on the guess.`,
  TwentyQuestionsGuessRuled: ({ guess }, who) =>
    `${who(guess.seat)} is ${guess.isRight ? 'right' : 'wrong'}.${tellOverruling(guess)}`,
  TwentyQuestionsPawnMoved: ({ seat, origin, position, cause }, who) =>
    `${who(seat)} ${position < origin ? 'went back' : 'moved'} from ${origin} to ${position}${CAUSES[cause]}.`,
  TwentyQuestionsBonusEarned: ({ seat }, who) => `${who(seat)} will play a Bonus Round after this card.`,
  TwentyQuestionsCardEnded: ({ result }, who) => tellResult(result, who),
};

/** @param {GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: Who) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, seat => names[seat]) ?? null;
}
