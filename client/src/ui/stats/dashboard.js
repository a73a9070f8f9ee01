/** The operators' dashboard: what is looked at stands in the address, so that it can be kept and sent. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../language.js';
import { go, linkTo } from '../../route.js';
import { counted } from '../../stats/files.js';
import { followEvent } from '../../stats/live.js';
import { EVENTS, OVERVIEW } from '../../stats/operations.js';
import { useApp } from '../app.js';
import { Charts } from './charts.js';
import { Problem } from './fields.js';
import { Files } from './files.js';
import { Filters } from './filters.js';
import { Leaderboard } from './leaderboard.js';
import { LiveResults } from './live.js';
import { NewEvent } from './new-event.js';
import { Overview } from './overview.js';
import { Questions } from './questions.js';
import { useReading } from './reading.js';

/** @import { EventInfo, GameKind } from '../../types.d.ts' */

/** Without an event nothing tells of news: the numbers are read anew after so many milliseconds. */
const REFRESH = 60_000;

/** @typedef {{ game: GameKind, event: string | null, isTest: boolean, bots: boolean }} Scope what is counted */

/** @typedef {ReturnType<typeof import('../../stats/operator.js').openOperator>} OperatorSession */

/** @param {{ operator: OperatorSession, query: Record<string, string> }} props */
export function Dashboard({ operator, query }) {
  const { games } = useApp();
  const { api } = operator;
  const [passed, setPassed] = useState(0);
  const news = passed + operator.corrected.value;
  const again = () => setPassed(count => count + 1);
  useEffect(() => {
    const timer = setInterval(again, REFRESH);
    return () => clearInterval(timer);
  }, []);
  const event = query.event ?? null;
  const isTest = query.tests === '1';
  const [made, setMade] = useState(0);
  const known = useReading(() => api.insist(EVENTS, {}), [api, made]);
  const overview = useReading(
    () => api.insist(OVERVIEW, { filter: { event, isTest } }),
    [event, isTest, news],
  );
  const live = useLive(operator, event, again);
  const played = overview.value?.matchStats ?? [];
  const busiest = played.toSorted((one, other) => other.matches - one.matches)[0]?.game;
  const game = /** @type {GameKind} */ (query.game ?? busiest ?? games[0]?.kind);
  const scope = { game, event, isTest, bots: query.who === 'bots' };
  const events = known.value?.events?.nodes ?? [];
  const choose = (/** @type {Record<string, string | null>} */ chosen) =>
    go(linkTo('stats', '', { ...query, ...chosen }));
  const isReady = overview.value !== null;
  return html`<div class="stats" data-testid="dashboard">
    <${Head} operator=${operator} title=${titleOf(events, event)} game=${games.find(({ kind }) => kind === game)?.name ?? ''} made=${() => setMade(count => count + 1)} show=${(/** @type {string} */ id) => choose({ event: id, game: null, players: null })} />
    <${Problem} problem=${known.problem ?? overview.problem} />
    <${Filters} events=${events} scope=${scope} choose=${choose} />
    <${LiveResults} event=${event} results=${live?.results.value ?? []} query=${query} />
    <${Overview} rows=${played} isReady=${isReady} />
    ${
      isReady &&
      html`
      <${Leaderboard} api=${api} scope=${scope} query=${query} choose=${choose} news=${news} />
      <${Charts} api=${api} scope=${scope} chosen=${query.players} news=${news} />
      <${Questions} key=${game} api=${api} scope=${scope} news=${news} />
    `
    }
    <${Files} operator=${operator} scope=${scope} />
  </div>`;
}

/** @param {EventInfo[]} events @param {string | null} event */
const titleOf = (events, event) =>
  event === null ? t('All matches') : (events.find(({ id }) => id === event)?.name ?? t('Event'));

/** @param {{ operator: OperatorSession, title: string, game: string, made: () => void, show: (id: string) => void }} props */
function Head({ operator, title, game, made, show }) {
  const [isMaking, setMaking] = useState(false);
  const close = () => setMaking(false);
  const look = (/** @type {string} */ id) => {
    close();
    show(id);
  };
  return html`<header class="stats-head">
    <div><p class="eyebrow">${t('Statistics')}</p><h1 data-testid="stats-title">${t('{event}, {game}', { event: title, game })}</h1></div>
    <div class="buttons no-print">
      <span class="hint">${t('{name}, operator', { name: operator.current.value?.name ?? '' })}</span>
      <button data-testid="open-new-event" onClick=${() => setMaking(true)}>${t('New event…')}</button>
      <button data-testid="print" onClick=${() => print()}>${t('Print')}</button>
      <button data-testid="operator-sign-out" onClick=${operator.signOut}>${t('Close the dashboard')}</button>
    </div>
    ${isMaking && html`<${NewEvent} api=${operator.api} made=${made} show=${look} close=${close} />`}
  </header>`;
}

/** @param {OperatorSession} operator @param {string | null} event @param {() => void} changed */
function useLive(operator, event, changed) {
  const { endpoint, tell } = useApp();
  const [live, setLive] = useState(/** @type {ReturnType<typeof followEvent> | null} */ (null));
  useEffect(() => {
    setLive(null);
    const token = operator.current.value?.token;
    if (event === null || !token) return;
    const started = followEvent({
      api: operator.api,
      event,
      counted: () => counted(endpoint.http, token),
      tell,
      changed,
    });
    setLive(started);
    started.start();
    return started.leave;
  }, [event]);
  return live;
}
