/** 20 Questions in words: what is asked, what a line says, what has happened. */
import { n, t } from '../language.js';
import { list } from '../words.js';

/** @import { EventOf, GameEvent, GameView } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'TwentyQuestionsView' }>} View */
/** @typedef {View['lines'][number]['line']} Line */
/** @typedef {View['guesses'][number]} Guess */
/** @typedef {View['results'][number]} Result */
/** @typedef {(seat: number) => string} Who */

/** @type {Record<View['category'], { name: string, article: string, question: string }>} */
export const CATEGORIES = {
  PERSON: { name: t('Person'), article: t('a person'), question: t('Who is it?') },
  PLACE: { name: t('Place'), article: t('a place'), question: t('Where is it?') },
  THING: { name: t('Thing'), article: t('a thing'), question: t('What is it?') },
  YEAR: { name: t('Year'), article: t('a year'), question: t('Which year is it?') },
};

/** @type {Record<NonNullable<Line['instruction']>, (line: Line) => string>} */
const INSTRUCTIONS = {
  FREE_GUESS: () => t('A free guess, and a blue chip'),
  LOSE_A_TURN: () => t('Lose your turn'),
  MOVE_AHEAD: ({ spaces }) => t('Move ahead {spaces}', { spaces: spaces ?? 0 }),
  MOVE_BACK: ({ spaces }) => t('Move back {spaces}', { spaces: spaces ?? 0 }),
  NEXT_BONUS: () => t('Go to the next Bonus Space'),
  MOVE_OTHER: ({ spaces, direction }) =>
    direction === 'BACK'
      ? t('Move another pawn {spaces} back', { spaces: spaces ?? 0 })
      : t('Move another pawn {spaces} forward', { spaces: spaces ?? 0 }),
  GUESS_AND_PICK: () => t('Guess, then pick another number'),
};

/** @param {Line} line */
export const wordsOf = line => (line.instruction ? INSTRUCTIONS[line.instruction](line) : (line.clue ?? ''));

/** @param {string} text */
const asSentence = text => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** @param {View['lines'][number]} read @param {Who} who */
export const tellLine = ({ seat, line }, who) =>
  asSentence(
    t('{name} named {number}: {line}', { name: who(seat), number: line.number, line: wordsOf(line) }),
  );

/** What came of a card. @param {Result} result @param {Who} who */
export const tellResult = (result, who) =>
  `${asSentence(t('It was {answer}', { answer: result.answer }))} ${tellShares(result, who)}`;

/** Who got what for a card. @param {Result} result @param {Who} who */
function tellShares({ end, solver, reader, linesRead, solverPoints, readerPoints }, who) {
  if (end === 'BROKEN_OFF') return t('The match ended before the card did.');
  if (end === 'MISSED') return t('The Bonus Round was missed.');
  const read = { reader: who(reader), readerPoints };
  if (solver === null)
    return readerPoints > 0
      ? t('Nobody guessed it: {readerPoints} for {reader}, who read it.', read)
      : t('Nobody guessed it.');
  const solved = { solver: who(solver), points: solverPoints };
  return readerPoints > 0
    ? n(
        '{solver} guessed it after one line: {points} for {solver} and {readerPoints} for {reader}, who read it.',
        '{solver} guessed it after {count} lines: {points} for {solver} and {readerPoints} for {reader}, who read it.',
        linesRead,
        { ...solved, ...read },
      )
    : n(
        '{solver} guessed it after one line: {points} for {solver}.',
        '{solver} guessed it after {count} lines: {points} for {solver}.',
        linesRead,
        solved,
      );
}

/** What the player to move has to do. @param {View} view */
export function heading(view) {
  const { review, pawnChoice, freeGuessWindow, guessing } = view;
  if (review) return t('Is “{text}” right?', { text: review.text });
  if (pawnChoice)
    return pawnChoice.direction === 'BACK'
      ? t('Choose whose pawn goes {spaces} back.', { spaces: pawnChoice.spaces })
      : t('Choose whose pawn goes {spaces} forward.', { spaces: pawnChoice.spaces });
  if (freeGuessWindow) return t('Play a blue chip to guess now?');
  if (guessing) return CATEGORIES[view.category].question;
  if (view.turn === null) return '';
  return view.bonusPlayer !== null && view.lines.length > 0
    ? t('Name a number, or guess.')
    : t('Name a number.');
}

/** What all others are waiting for. @param {View} view @param {Who} who */
export function waiting(view, who) {
  const { review, pawnChoice, freeGuessWindow, guessing, turn } = view;
  const open = (/** @type {number[]} */ all, /** @type {number[]} */ done) =>
    list(all.filter(seat => !done.includes(seat)).map(who));
  if (review)
    return t('{name} says “{text}”. To rule on it: {judges}.', {
      name: who(review.seat),
      text: review.text,
      judges: open(review.judges, review.ruled),
    });
  if (pawnChoice) return waitingForPawn(pawnChoice, who);
  if (freeGuessWindow)
    return t('Before the next turn a blue chip may be played by {names}.', {
      names: open(freeGuessWindow.asked, freeGuessWindow.answered),
    });
  if (guessing) return OCCASIONS[guessing.occasion](who(guessing.seat));
  return turn === null ? t('The match is over.') : t('{name} is to name a number.', { name: who(turn) });
}

/** @param {NonNullable<View['pawnChoice']>} choice @param {Who} who */
const waitingForPawn = ({ seat, spaces, direction }, who) =>
  direction === 'BACK'
    ? t('{name} chooses whose pawn goes {spaces} back.', { name: who(seat), spaces })
    : t('{name} chooses whose pawn goes {spaces} forward.', { name: who(seat), spaces });

/** @type {Record<Guess['occasion'], (name: string) => string>} */
const OCCASIONS = {
  TURN: name => t('{name} may guess.', { name }),
  FREE_GUESS: name => t('{name} may guess, and then takes a blue chip.', { name }),
  GUESS_AND_PICK: name => t('{name} may guess, and then may name another number.', { name }),
  CHIP: name => t('{name} may guess for a blue chip.', { name }),
  BONUS: name => t('{name} may guess, once.', { name }),
};

/** What a right to guess has to it, said to the one who has it. @type {Record<Guess['occasion'], string>} */
export const HINTS = {
  TURN: t('One guess. A wrong one costs nothing.'),
  FREE_GUESS: t('A free guess. After it you take a blue chip, if one is left.'),
  GUESS_AND_PICK: t('If this is wrong, you name another number and guess again.'),
  CHIP: t('Your blue chip buys this guess. Your own turn still comes.'),
  BONUS: t('The one guess of your Bonus Round.'),
};

/** @type {Record<Guess['verdict'], string>} */
export const VERDICTS = {
  EXACT: t('The server’s verdict: it is the answer.'),
  ALIAS: t('The server’s verdict: it is another name for the answer.'),
  NEAR: t('The server’s verdict: it is the answer, not quite spelt right.'),
  WRONG: t('The server’s verdict: it is something else.'),
};

/** @type {Record<string, string>} */
const OVERRULED = {
  READER: t('The Reader overruled the verdict.'),
  TABLE: t('The table overruled the verdict.'),
};

/** Whoever overruled the verdict, as a sentence after a space. @param {Guess} guess */
export const tellOverruling = ({ overruledBy }) =>
  overruledBy && OVERRULED[overruledBy] ? ` ${OVERRULED[overruledBy]}` : '';

/** @typedef {{ name: string, origin: number, position: number }} PawnMove */

/** @type {Record<EventOf<'TwentyQuestionsPawnMoved'>['cause'], (move: PawnMove) => string>} */
const MOVES = {
  SOLVER: move => t('{name} moved from {origin} to {position} for the right guess.', move),
  READER: move => t('{name} moved from {origin} to {position} for reading.', move),
  INSTRUCTION: move =>
    move.position < move.origin
      ? t('{name} went back from {origin} to {position}.', move)
      : t('{name} moved from {origin} to {position}.', move),
  OTHER_PLAYER: move =>
    move.position < move.origin
      ? t('{name} went back from {origin} to {position}, as another player chose.', move)
      : t('{name} moved from {origin} to {position}, as another player chose.', move),
  BONUS: move => t('{name} moved from {origin} to {position} for the Bonus Round.', move),
};

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: Who) => string }} */
const EVENTS = {
  TwentyQuestionsDeckReshuffled: ({ cards }) =>
    n(
      'Every card had been used, and {count} was shuffled again.',
      'Every card had been used, and {count} were shuffled again.',
      cards,
    ),
  TwentyQuestionsCardDrawn: ({ number, reader, category, bonusPlayer }, who) => {
    const reading = { reader: who(reader), subject: CATEGORIES[category].article };
    return bonusPlayer === null
      ? t('Card {number}: {reader} reads about {subject}.', { number, ...reading })
      : t('Bonus Round for {name}: {reader} reads about {subject}.', { name: who(bonusPlayer), ...reading });
  },
  TwentyQuestionsLineRead: tellLine,
  TwentyQuestionsFreeGuessConsidered: ({ seat }, who) =>
    t('{name} has decided about a blue chip.', { name: who(seat) }),
  TwentyQuestionsFreeGuessesDeclared: ({ seats }, who) =>
    seats.length === 0
      ? t('Nobody plays a blue chip.')
      : n('{names} plays a blue chip.', '{names} play a blue chip.', seats.length, {
          names: list(seats.map(who)),
        }),
  TwentyQuestionsChipPlayed: ({ seat }, who) =>
    t('{name} put a blue chip back for a guess.', { name: who(seat) }),
  TwentyQuestionsChipTaken: ({ seat }, who) => t('{name} took a blue chip.', { name: who(seat) }),
  TwentyQuestionsGuessMade: ({ seat, text }, who) => t('{name} guessed “{text}”.', { name: who(seat), text }),
  TwentyQuestionsGuessPassed: ({ seat }, who) => t('{name} made no guess.', { name: who(seat) }),
  TwentyQuestionsVoteCast: ({ seat }, who) => t('{name} ruled on the guess.', { name: who(seat) }),
  TwentyQuestionsGuessRuled: ({ guess }, who) => {
    const name = who(guess.seat);
    const ruling = guess.isRight ? t('{name} is right.', { name }) : t('{name} is wrong.', { name });
    return ruling + tellOverruling(guess);
  },
  TwentyQuestionsPawnMoved: ({ seat, origin, position, cause }, who) =>
    MOVES[cause]({ name: who(seat), origin, position }),
  TwentyQuestionsBonusEarned: ({ seat }, who) =>
    t('{name} will play a Bonus Round after this card.', { name: who(seat) }),
  TwentyQuestionsCardEnded: ({ result }, who) => tellResult(result, who),
};

/** @param {GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: Who) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, seat => names[seat]) ?? null;
}
