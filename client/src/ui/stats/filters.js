/** What the dashboard is about: an event, a game, people or bots, test matches or all others. */
import { html } from 'htm/preact';
import { t } from '../../language.js';
import { useApp } from '../app.js';
import { EventCode } from './event-code.js';
import { Check, Choice } from './fields.js';

/** @import { EventInfo } from '../../types.d.ts' */
/** @import { Scope } from './dashboard.js' */

/** @param {{ events: EventInfo[], scope: Scope, choose: (chosen: Record<string, string | null>) => void }} props */
export function Filters({ events, scope, choose }) {
  const { games } = useApp();
  const event = events.find(({ id }) => id === scope.event);
  const listed = [
    { value: '', label: t('All matches') },
    ...events.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const kinds = games.map(({ kind, name }) => ({ value: kind, label: name }));
  const who = [
    { value: 'people', label: t('People') },
    { value: 'bots', label: t('Bots, by level') },
  ];
  return html`<form class="panel filters no-print" aria-label=${t('What is shown')} onSubmit=${(/** @type {Event} */ submitted) => submitted.preventDefault()}>
    <${Choice} label=${t('Event')} name="event" value=${scope.event ?? ''} choices=${listed} choose=${(/** @type {string} */ id) => choose({ event: id || null, game: null, players: null })} />
    <${Choice} label=${t('Game')} name="game" value=${scope.game} choices=${kinds} choose=${(/** @type {string} */ game) => choose({ game, players: null })} />
    <${Choice} label=${t('Whose results')} name="who" value=${scope.bots ? 'bots' : 'people'} choices=${who} choose=${(/** @type {string} */ value) => choose({ who: value === 'bots' ? value : null })} />
    <${Check} label=${t('Test matches')} name="tests" isChecked=${scope.isTest} check=${(/** @type {boolean} */ isChecked) => choose({ tests: isChecked ? '1' : null })} />
    ${event?.code && html`<div class="event-line"><p class="hint">${t('Matches laid with this event code belong to this event.')}</p><${EventCode} code=${event.code} /></div>`}
  </form>`;
}
