/** That's a Question! in words: what is asked, what is waited for, what has happened. */
import { n, t } from '../language.js';
import { list } from '../words.js';

/** @import { EventOf, GameEvent, GameView } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'ThatsAQuestionView' }>} View */
/** @typedef {NonNullable<View['question']>} Question */
/** @typedef {View['results'][number]} Result */
/** @typedef {Question['kind']} Kind */
/** @typedef {Result['answer']} Side */
/** @typedef {View['seats'][number]['kickers'][number]} Kicker */
/** @typedef {(seat: number) => string} Who */

export const KINDS = /** @type {const} */ (['BLUE', 'GREEN', 'RED']);
export const SIDES = /** @type {const} */ (['A', 'B']);
export const KICKERS = /** @type {const} */ (['TRIPLE', 'TOUGH']);

/** @type {Record<Kind, string>} */
export const QUESTIONS = {
  BLUE: t('Which would you choose?'),
  GREEN: t('Which would you miss more if it were gone?'),
  RED: t('Who is worse: someone who …?'),
};

/** @type {Record<Kind, { colour: string, question: string }>} */
export const SHORT_QUESTIONS = {
  BLUE: { colour: t('Blue'), question: t('Choose?') },
  GREEN: { colour: t('Green'), question: t('Miss more?') },
  RED: { colour: t('Red'), question: t('Who is worse?') },
};

/** @type {Record<Kicker, { name: string, sign: string }>} */
export const KICKER_WORDS = {
  TRIPLE: { name: t('Triple kicker'), sign: '×3' },
  TOUGH: { name: t('Tough question kicker'), sign: '?!' },
};

/** What a kicker is good for, which hangs on the number of players. @param {Kicker} kicker @param {number} players */
export function kickerHint(kicker, players) {
  if (kicker === 'TRIPLE') return t('Three steps for a right guess.');
  if (players === 3) return t('The asker guesses, too: two steps if that is wrong.');
  return players === 4
    ? t('Two steps for each wrong guess of others.')
    : t('One step for each wrong guess of others.');
}

/** @param {Result} result */
export const chosenText = ({ question, answer }) => (answer === 'A' ? question.a : question.b).text;

/** @type {Record<Kind, (values: { asker: string, answerer: string, a: string, b: string }) => string>} */
const ASKED = {
  BLUE: values => t('{asker} asked {answerer} which they would choose: A, “{a}”, or B, “{b}”.', values),
  GREEN: values => t('{asker} asked {answerer} which they would miss more: A, “{a}”, or B, “{b}”.', values),
  RED: values => t('{asker} asked {answerer} who is worse: A, “{a}”, or B, “{b}”.', values),
};

/** @param {Question} question @param {Who} who */
export const tellQuestion = ({ kind, asker, answerer, a, b }, who) =>
  ASKED[kind]({ asker: who(asker), answerer: who(answerer), a: a.text, b: b.text });

/** What came of a question, with everybody's steps. @param {Result} result @param {Who} who */
export function tellResult(result, who) {
  const right = result.guesses.filter(({ choice }) => choice === result.answer).map(({ seat }) => who(seat));
  return [
    t('{name} chose {side}, “{text}”.', {
      name: who(result.question.answerer),
      side: result.answer,
      text: chosenText(result),
    }),
    right.length === 0 ? t('Nobody guessed it.') : t('Guessed by {names}.', { names: list(right) }),
    ...result.guesses.flatMap(({ seat, kicker }) => (kicker ? [tellKicker(kicker, who(seat))] : [])),
    ...(result.askerGuess === null ? [] : [tellAskerGuess(result, who)]),
    t('Steps: {steps}.', { steps: tellSteps(result, who) }),
  ].join(' ');
}

/** @param {Kicker} kicker @param {string} name */
const tellKicker = (kicker, name) =>
  kicker === 'TRIPLE'
    ? t('{name} had added the triple kicker.', { name })
    : t('{name} had added the tough question kicker.', { name });

/** @param {Result} result @param {Who} who */
const tellAskerGuess = ({ question, askerGuess }, who) =>
  t('{name}, who asked, guessed {side}.', { name: who(question.asker), side: askerGuess ?? '' });

/** "Ada +1, Ben +3": those whose squirrels ran. @param {Result} result @param {Who} who */
export const tellSteps = ({ steps }, who) =>
  steps
    .flatMap((count, seat) => (count > 0 ? [t('{name} +{count}', { name: who(seat), count })] : []))
    .join(', ');

/** What the players to move have to do. @param {View} view */
export function heading({ asker, question, toughKickerOf, takeReason }) {
  if (takeReason) return t('Take back a kicker, or leave it on the board.');
  if (question) {
    const texts = { a: question.a.text, b: question.b.text };
    return toughKickerOf === null
      ? t('Choose A, “{a}”, or B, “{b}”.', texts)
      : t('The asker guesses A, “{a}”, or B, “{b}”.', texts);
  }
  return asker === null ? '' : t('Ask a question.');
}

/** What is asked of the player at a seat, who is to move. @param {View} view @param {number | null} seat @param {Who} who */
export function task({ question, toughKickerOf, takeReason }, seat, who) {
  if (takeReason)
    return {
      title: t('Take back a kicker'),
      hint:
        takeReason === 'PATH'
          ? t('Your squirrel has come to the lake or the meadow.')
          : t('The last round begins, and everyone may take back one.'),
    };
  if (!question)
    return {
      title: t('Ask a question'),
      hint: t('Choose a colour, a card for A, one for B, and who answers.'),
    };
  const name = who(question.answerer);
  if (toughKickerOf !== null)
    return {
      title: t('What has {name} chosen?', { name }),
      hint: t('{owner} played the tough question kicker: a wrong guess of yours gives {owner} two steps.', {
        owner: who(toughKickerOf),
      }),
    };
  return seat === question.answerer
    ? {
        title: QUESTIONS[question.kind],
        hint: t('Answer honestly. It stays face down until all have chosen.'),
      }
    : {
        title: t('What will {name} choose?', { name }),
        hint: t('Your guess stays face down until all have chosen.'),
      };
}

/** What all others are waiting for. @param {View} view @param {number[]} toMove @param {Who} who */
export function waiting({ asker, question, toughKickerOf, takeReason, laidDown }, toMove, who) {
  const names = list(toMove.map(who));
  if (asker === null) return t('The match is over.');
  if (takeReason) return t('A kicker may be taken back by {names}.', { names });
  if (!question) return t('{name} is thinking of a question.', { name: who(asker) });
  if (toughKickerOf !== null) return t('{name} has to guess, too.', { name: who(asker) });
  return laidDown
    ? t('You have laid down {side}. Still to choose: {names}.', { side: laidDown.choice, names })
    : t('Still to choose: {names}.', { names });
}

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: Who) => string }} */
const EVENTS = {
  ThatsAQuestionBegan: ({ starter, drawPileSize }, who) =>
    `${t('{name} asks first.', { name: who(starter) })} ${n('{count} card can be drawn.', '{count} cards can be drawn.', drawPileSize)}`,
  ThatsAQuestionAsked: ({ question }, who) => tellQuestion(question, who),
  ThatsAQuestionChosen: ({ seat }, who) => t('{name} has chosen.', { name: who(seat) }),
  ThatsAQuestionAllChosen: ({ toughKickerOf }, who) =>
    toughKickerOf === null
      ? t('All have chosen.')
      : t('All have chosen. {name} has played the tough question kicker, and the asker guesses, too.', {
          name: who(toughKickerOf),
        }),
  ThatsAQuestionRevealed: ({ result }, who) => tellResult(result, who),
  ThatsAQuestionKickerTaken: ({ seat, kicker }, who) =>
    kicker === 'TRIPLE'
      ? t('{name} took back the triple kicker.', { name: who(seat) })
      : t('{name} took back the tough question kicker.', { name: who(seat) }),
  ThatsAQuestionKickerLeft: ({ seat }, who) =>
    t('{name} left the kickers on the board.', { name: who(seat) }),
  ThatsAQuestionCardsDrawn: ({ seat, drawPileSize }, who) =>
    n('{name} drew two cards; {count} is left.', '{name} drew two cards; {count} are left.', drawPileSize, {
      name: who(seat),
    }),
  ThatsAQuestionDropped: ({ number }) => t('Question {number} counts for nobody.', { number }),
  ThatsAQuestionLastRoundBegan: ({ starter }, who) =>
    t('The last round begins: everyone asks once more, {name} first.', { name: who(starter) }),
};

/** @param {GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: Who) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, seat => names[seat]) ?? null;
}
