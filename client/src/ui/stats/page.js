/** Statistics: the dashboard for operators, their own for players. */
import { html } from 'htm/preact';
import { connect } from '../../graphql.js';
import { t } from '../../language.js';
import { openOperator } from '../../stats/operator.js';
import { useApp } from '../app.js';
import { Dashboard } from './dashboard.js';
import { MatchForOperators } from './match.js';
import { OwnStats } from './own.js';
import { SignIn } from './sign-in.js';
import '../../style/stats.css';

/** One for the tab, as it holds a socket. @type {ReturnType<typeof openOperator> | null} */
let kept = null;

/** @param {import('../app.js').App['endpoint']} endpoint */
function operatorAt(endpoint) {
  kept ??= openOperator(token => connect({ endpoint, token }));
  return kept;
}

/** @param {{ id: string, query: Record<string, string> }} props the id is that of a match, "" for all that is counted */
export function StatsPage({ id, query }) {
  const { endpoint, session } = useApp();
  const operator = operatorAt(endpoint);
  if (operator.current.value && id)
    return html`<${MatchForOperators} operator=${operator} id=${id} query=${query} />`;
  if (operator.current.value)
    return html`<${Dashboard} key=${operator.current.value.token} operator=${operator} query=${query} />`;
  return html`<div class="stats">
    ${session.current.value ? html`<${OwnStats} query=${query} />` : html`<header class="stats-head"><h1>${t('Statistics')}</h1></header><p>${t('Choose a name in the front room and play: your statistics are kept here.')}</p>`}
    <${SignIn} operator=${operator} />
  </div>`;
}
