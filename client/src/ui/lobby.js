/** The front room: open tables, the player's own, those to watch and those to look at again. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.js';
import { followLobby } from '../lobby.js';
import { JOIN_MATCH } from '../mutations.js';
import { go, linkTo } from '../route.js';
import { freePlaces } from '../teams.js';
import { useApp, useMutation } from './app.js';
import { Card } from './cards.js';
import { CreateMatch } from './create.js';
import { CodeForm } from './join.js';
import { MatchCard } from './match-card.js';
import { Welcome } from './welcome.js';

/** @import { MatchSummary } from '../types.d.ts' */

/** @type {import('./cards.js').PlayingCard[]} */
const SHOWN = [
  { id: 'KC', rank: 'KING', suit: 'CLUBS' },
  { id: 'QH', rank: 'QUEEN', suit: 'HEARTS' },
  { id: 'JS', rank: 'JACK', suit: 'SPADES' },
  { id: '10D', rank: 'TEN', suit: 'DIAMONDS' },
];

export function Lobby() {
  const { api, session, tell } = useApp();
  const [lobby] = useState(() => () => followLobby(api, tell));
  const [following, setFollowing] = useState(/** @type {ReturnType<typeof followLobby> | null} */ (null));
  useEffect(() => {
    const started = lobby();
    setFollowing(started);
    return started.leave;
  }, []);
  const isNamed = session.current.value !== null;
  const lists = following?.lists.value;
  const mine = [...(lists?.viewer?.running?.nodes ?? []), ...(lists?.viewer?.open?.nodes ?? [])];
  const isOthers = (/** @type {MatchSummary} */ match) => mine.every(own => own.id !== match.id);
  return html`<div class="lobby">
    <${Hero} />
    <div class="lobby-columns">
      <div class="lobby-lists">
        ${mine.length > 0 && html`<${Matches} title=${t('Your tables')} matches=${mine} />`}
        <${OpenTables} matches=${following?.open.value.filter(isOthers)} isNamed=${isNamed} />
        <${Matches} title=${t('Being played')} hint=${t('Sit behind the players and watch.')} matches=${lists?.running?.nodes.filter(isOthers)} none=${t('No public match is being played.')} />
        <${Matches} title=${t('Recently finished')} hint=${t('Every match can be stepped through.')} matches=${finished(lists)} none=${t('No match has been finished yet.')} />
      </div>
      <div class="lobby-side">
        ${isNamed && html`<${CreateMatch} />`}
        <${CodeForm} />
      </div>
    </div>
  </div>`;
}

function Hero() {
  const { session } = useApp();
  const player = session.current.value?.player;
  return html`<section class="hero">
    <div class="hero-text">
      <h1>${player ? t('Good to see you, {name}.', { name: player.name }) : t('Pull up a chair.')}</h1>
      <p>${player ? t('Lay a table of your own, or sit down at somebody else’s.') : t('Party games at a quiet table: with friends, with strangers, or with bots that never sulk.')}</p>
      ${player ? html`<button class="to-create" onClick=${showCreate}>${t('Lay a table')}</button>` : html`<${Welcome} />`}
    </div>
    <div class="hero-cards" aria-hidden="true">
      ${SHOWN.map((card, at) => html`<${Card} card=${card} style=${{ '--turn': `${(at - 1.5) * 13}deg`, '--lift': `${Math.abs(at - 1.5) * 10}px` }} />`)}
    </div>
  </section>`;
}

/** On a phone the form is below the lists. */
const showCreate = () => document.querySelector('.create')?.scrollIntoView({ behavior: 'smooth' });

/** @param {{ matches: MatchSummary[] | undefined, isNamed: boolean }} props */
function OpenTables({ matches, isNamed }) {
  const [join, isBusy] = useMutation(match => go(linkTo('match', match.id)));
  const take = (/** @type {MatchSummary} */ match) => join(JOIN_MATCH, { by: { id: match.id } });
  const canJoin = (/** @type {MatchSummary} */ match) =>
    isNamed && match.viewerSeat === null && freePlaces(match) > 0;
  const button = (/** @type {MatchSummary} */ match) =>
    canJoin(match) &&
    html`<button class="primary" data-testid="join-match" disabled=${isBusy} onClick=${() => take(match)}>${t('Sit down')}</button>`;
  return html`<${Matches} title=${t('Open tables')} hint=${t('These fill as you watch.')} matches=${matches} button=${button} none=${t('No table is waiting for players. Lay one yourself.')} />`;
}

/** @param {{ title: string, hint?: string, none?: string, matches: MatchSummary[] | undefined, button?: (match: MatchSummary) => any }} props */
function Matches({ title, hint, none, matches, button }) {
  return html`<section class="matches" aria-label=${title}>
    <header><h2>${title}</h2>${hint && html`<p class="hint">${hint}</p>`}</header>
    ${matches?.length === 0 && html`<p class="none">${none}</p>`}
    <ul>${matches?.map(match => html`<${MatchCard} key=${match.id} match=${match}>${button?.(match)}</${MatchCard}>`)}</ul>
  </section>`;
}

/** The viewer's own first. @param {import('../types.d.ts').LobbyLists | null | undefined} lists */
function finished(lists) {
  if (!lists) return undefined;
  const own = lists.viewer?.finished?.nodes ?? [];
  const others = (lists.finished?.nodes ?? []).filter(match => own.every(known => known.id !== match.id));
  return [...own, ...others].slice(0, 12);
}
