/** A match for operators: how it counts, what has been corrected, and the forms that correct it. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { date, t } from '../../language.js';
import { linkTo } from '../../route.js';
import { haveFollowed } from '../../stats/corrections.js';
import { counted as countedNow } from '../../stats/files.js';
import { COUNTED_MATCH } from '../../stats/operations.js';
import { placing, placings } from '../../stats/words.js';
import { useApp } from '../app.js';
import { Corrections } from '../corrections.js';
import { Answers } from './answers.js';
import { Correct } from './correct.js';
import { Problem } from './fields.js';
import { FindMatch } from './find-match.js';
import { CountedTag } from './live.js';
import { useReading } from './reading.js';

/** @import { Counted, CountedMatch } from '../../types.d.ts' */
/** @import { OperatorSession } from './dashboard.js' */
/** @import { Matter } from './correct.js' */

/** A match that is not counted yet is looked at again after so many milliseconds. */
const LOOK_AGAIN = 3_000;

/** @param {{ operator: OperatorSession, id: string, query: Record<string, string> }} props */
export function MatchForOperators({ operator, id, query }) {
  const { api } = operator;
  const [news, setNews] = useState(0);
  const { value, problem } = useReading(() => api.insist(COUNTED_MATCH, { id }), [id, news]);
  const match = value?.match;
  const isAwaited = match && !match.counted;
  useEffect(() => {
    const timer = isAwaited && setTimeout(() => setNews(count => count + 1), LOOK_AGAIN);
    return () => clearTimeout(timer || undefined);
  }, [isAwaited, value]);
  return html`<div class="stats" data-testid="operator-match">
    <header class="stats-head">
      <div><p class="eyebrow">${t('Match as it counts')}</p><h1>${match?.game.name ?? t('Match')}</h1></div>
      <div class="buttons no-print">
        <a class="button" data-testid="to-dashboard" href=${linkTo('stats', '', query)}>${t('Dashboard')}</a>
        ${match && html`<a class="button" href=${linkTo('match', match.id)}>${t('Look at the table')}</a>`}
      </div>
    </header>
    <${Problem} problem=${problem} />
    ${value && !match && html`<section class="panel"><p class="problem" role="alert">${t('There is no match with the id {id}.', { id })}</p><${FindMatch} query=${query} /></section>`}
    ${match && html`<${Matched} operator=${operator} match=${match} again=${() => setNews(count => count + 1)} />`}
  </div>`;
}

/** @param {{ operator: OperatorSession, match: CountedMatch, again: () => void }} props */
function Matched({ operator, match, again }) {
  const { endpoint } = useApp();
  const [matter, setMatter] = useState(/** @type {Matter | null} */ (null));
  const [said, setSaid] = useState('');
  const { counted } = match;
  const corrections = match.corrections ?? [];
  const names = (counted?.seats ?? []).map(({ name }) => name);
  const open = (/** @type {Matter} */ chosen) => {
    setSaid('');
    setMatter(chosen);
  };
  const close = () => setMatter(null);
  const done = async (/** @type {number} */ sequence) => {
    close();
    setSaid(t('The result is corrected. Standings and ratings follow…'));
    again();
    const token = operator.current.value?.token ?? '';
    const isThere = await haveFollowed(
      sequence,
      async () => (await countedNow(endpoint.http, token)).corrected,
    );
    setSaid(
      isThere
        ? t('The result is corrected. Standings and ratings have followed.')
        : t('The result is corrected. Standings and ratings will follow.'),
    );
    operator.corrected.value += 1;
  };
  return html`<section class="panel" aria-label=${t('Result')}>
      <h2>${t('Result')}</h2>
      <${Summary} match=${match} />
      <${Said} text=${said} />
      ${counted && counted.countedAs !== 'VOID' && html`<${Actions} counted=${counted} correct=${open} />`}
    </section>
    ${corrections.length > 0 && html`<section class="panel" aria-label=${t('Corrections')}><h2>${t('Corrections')}</h2><${Corrections} corrections=${corrections} names=${names} /></section>`}
    ${counted && counted.answers.length > 0 && html`<${Answers} counted=${counted} correct=${open} />`}
    ${matter && counted && html`<${Correct} api=${operator.api} id=${match.id} counted=${counted} matter=${matter} done=${done} close=${close} />`}`;
}

/** @param {{ match: CountedMatch }} props */
const Summary = ({ match }) =>
  html`<p class="hint">${match.event && html`<strong>${match.event.name}</strong> · `}${match.endedAt && date(match.endedAt)} ${match.counted && html`<${CountedTag} countedAs=${match.counted.countedAs} />`}</p>
    <p class="placings" data-testid="placings">${placings({ match, counted: match.counted }).map(each => html`<span class=${each.place === 1 ? 'first' : ''}>${placing(each)}</span>`)}</p>
    ${!match.counted && html`<p class="none">${t('This match is not counted: it is not over, or has only just ended.')}</p>`}`;

/** Has the focus when something is said: the button that was pressed may be gone. @param {{ text: string }} props */
function Said({ text }) {
  const said = useRef(/** @type {HTMLElement | null} */ (null));
  const isSaid = text !== '';
  useEffect(() => {
    if (isSaid) said.current?.focus();
  }, [isSaid]);
  return html`<p ref=${said} class="said" role="status" tabindex="-1" data-testid="corrected">${text}</p>`;
}

/** @param {{ counted: Counted, correct: (matter: Matter) => void }} props */
const Actions = ({ counted, correct }) =>
  html`<div class="buttons no-print">
    ${counted.countedAs === 'FINISHED' && html`<button data-testid="correct-places" onClick=${() => correct({ kind: 'result' })}>${t('Correct places and points')}</button>`}
    <button class="danger" data-testid="void-match" onClick=${() => correct({ kind: 'void' })}>${t('Void this match')}</button>
  </div>`;
