/** The form that lays a new table. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { useGame } from '../games.js';
import { language, t } from '../language.js';
import { CREATE_MATCH } from '../mutations.js';
import { requestIds } from '../repeating.js';
import { go, linkTo } from '../route.js';
import { useApp, useMutation } from './app.js';

/** @import { GameInfo, GameModule } from '../types.d.ts' */

/** @typedef {{ value: any, label: string }} Choice */

/** @type {Choice[]} */
const VISIBILITY = [
  { value: 'PUBLIC', label: t('Public') },
  { value: 'PRIVATE', label: t('Private, by code') },
];

/** @type {Choice[]} */
const SPECTATORS = [
  { value: 'OPEN', label: t('Anybody') },
  { value: 'BY_CODE', label: t('With the code') },
  { value: 'NONE', label: t('Nobody') },
];

export function CreateMatch() {
  const { games } = useApp();
  const [kind, setKind] = useState(games[0]?.kind);
  const chosen = games.find(game => game.kind === kind) ?? games[0];
  const game = useGame(chosen?.kind);
  if (!chosen) return null;
  return html`<section class="panel create" aria-label=${t('Lay a new table')}>
    <h2>${t('Lay a new table')}</h2>
    <div class="game-picker" role="radiogroup" aria-label=${t('Game')}>
      ${games.map(
        info => html`<label key=${info.kind} class="game-choice">
          <input type="radio" name="game" value=${info.kind} checked=${info.kind === chosen.kind} onChange=${() => setKind(info.kind)} />
          <span><strong>${info.name}</strong><span class="hint">${info.summary}</span></span>
        </label>`,
      )}
    </div>
    ${game && html`<${OptionsForm} key=${chosen.kind} info=${chosen} game=${game} />`}
  </section>`;
}

/** @param {{ info: GameInfo, game: GameModule }} props */
function OptionsForm({ info, game }) {
  const fields = game.optionFields;
  const [options, setOptions] = useState(/** @type {Record<string, number | null>} */ ({}));
  const [table, setTable] = useState({
    seats: info.maxSeats,
    teamSize: 1,
    visibility: 'PUBLIC',
    spectators: 'OPEN',
    eventCode: '',
    deck: (info.decks.find(deck => deck.language === language()) ?? info.decks[0])?.id,
  });
  const [idFor, setIdFor] = useState(() => requestIds());
  const [create, isBusy] = useMutation(match => {
    setIdFor(() => requestIds());
    go(linkTo('match', match.id));
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = {
      ...table,
      teamSize,
      eventCode: table.eventCode.trim() || null,
      options: game.optionsInput(options, info.kind),
      join: true,
    };
    create(CREATE_MATCH, { ...input, requestId: idFor(input) }, { isRepeatable: true });
  };
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) =>
    setTable({ ...table, [name]: value });
  const largest = Math.floor(info.maxPeople / table.seats);
  const teamSize = Math.min(table.teamSize, largest);
  const seats = Array.from({ length: info.maxSeats - info.minSeats + 1 }, (_, at) => info.minSeats + at);
  return html`<form onSubmit=${submit}>
    <${Segments} label=${teamSize > 1 ? t('Teams') : t('Seats')} name="seats" value=${table.seats} choices=${seats.map(value => ({ value, label: String(value) }))} choose=${set('seats')} />
    ${info.maxPeople > info.maxSeats && html`<${Select} label=${t('People per team')} hint=${teamSize > 1 ? t('One of each team is its captain and decides.') : ''} name="teamSize" value=${teamSize} choices=${teamSizes(largest)} choose=${set('teamSize')} />`}
    ${info.decks.length > 1 && html`<${Select} label=${t('Deck')} name="deck" value=${table.deck} choices=${info.decks.map(deck => ({ value: deck.id, label: deck.name }))} choose=${set('deck')} />`}
    ${fields.map(
      field =>
        html`<${Select} key=${field.name} label=${field.label} hint=${field.hint} name=${field.name} value=${options[field.name] ?? null} choices=${field.choices} choose=${(/** @type {any} */ value) => setOptions({ ...options, [field.name]: value })} />`,
    )}
    <${Segments} label=${t('Table')} name="visibility" value=${table.visibility} choices=${VISIBILITY} choose=${set('visibility')} />
    <${Select} label=${t('Who may watch')} name="spectators" value=${table.spectators} choices=${SPECTATORS} choose=${set('spectators')} />
    <label class="select">
      <span>${t('Event code')} <span class="hint">${t('Only for a tournament or a league night.')}</span></span>
      <input name="eventCode" data-testid="event-code" maxlength="40" autocomplete="off" spellcheck=${false} value=${table.eventCode} onInput=${(/** @type {any} */ event) => set('eventCode')(event.target.value)} />
    </label>
    <button class="primary wide" data-testid="create-match" disabled=${isBusy}>${t('Lay the table')}</button>
  </form>`;
}

/** @param {number} largest @returns {Choice[]} */
const teamSizes = largest =>
  Array.from({ length: largest }, (_, at) => ({
    value: at + 1,
    label: at === 0 ? t('1, no teams') : t('up to {number}', { number: at + 1 }),
  }));

/** @param {{ label: string, name: string, value: any, choices: Choice[], choose: (value: any) => void }} props */
function Segments({ label, name, value, choices, choose }) {
  return html`<fieldset class="segments">
    <legend>${label}</legend>
    ${choices.map(
      choice => html`<label key=${choice.value}>
        <input type="radio" name=${name} value=${choice.value} data-testid=${`${name}-${choice.value}`.toLowerCase()} checked=${choice.value === value} onChange=${() => choose(choice.value)} />
        <span>${choice.label}</span>
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{ label: string, hint?: string, name: string, value: any, choices: Choice[], choose: (value: any) => void }} props */
function Select({ label, hint, name, value, choices, choose }) {
  const at = choices.findIndex(choice => choice.value === value);
  return html`<label class="select">
    <span>${label}${hint && html` <span class="hint">${hint}</span>`}</span>
    <select name=${name} data-testid=${`option-${name}`} value=${String(at)} onChange=${(/** @type {any} */ event) => choose(choices[Number(event.target.value)].value)}>
      ${choices.map((choice, index) => html`<option key=${index} value=${String(index)} selected=${index === at}>${choice.label}</option>`)}
    </select>
  </label>`;
}
