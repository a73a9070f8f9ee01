/** The questions of a game: the hardest and the easiest in charts, all of them in a table. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { questionChart, questionSummary } from '../../stats/charts.js';
import { QUESTION_COLUMNS } from '../../stats/columns.js';
import { DECKS_PLAYED, QUESTIONS } from '../../stats/operations.js';
import { readPages } from '../../stats/pages.js';
import { fileName } from '../../stats/tables.js';
import { KINDS_ASKED, QUESTION_KINDS, QUESTION_ORDERS } from '../../stats/words.js';
import { ChartFigure } from './chart.js';
import { DataTable } from './data-table.js';
import { Choice, choicesOf, Problem } from './fields.js';
import { useReading } from './reading.js';

/** @import { Api } from '../../graphql.js' */
/** @import { Read, Schema } from '../../types.d.ts' */
/** @import { Scope } from './dashboard.js' */

/** Pixels that a chart of ten bars wants. */
const HEIGHT = 440;

/** Questions are counted deck by deck: the one most played comes first. @param {{ api: Api, scope: Scope, news: number }} props */
export function Questions({ api, scope, news }) {
  const kinds = KINDS_ASKED[scope.game] ?? [];
  const { game, event, isTest } = scope;
  const { value, problem } = useReading(
    () => api.insist(DECKS_PLAYED, { filter: { game, event, isTest } }),
    [game, event, isTest],
  );
  const played = (value?.matchStats ?? []).toSorted((one, other) => other.matches - one.matches);
  const decks = played.flatMap(({ deck }) => (deck ? [{ value: deck.id, label: deck.name }] : []));
  if (kinds.length === 0 || decks.length === 0) return html`<${Problem} problem=${problem} />`;
  return html`<${QuestionsOf} api=${api} scope=${scope} news=${news} kinds=${kinds} decks=${decks} />`;
}

/** @param {{ api: Api, scope: Scope, news: number, kinds: Schema.QuestionKind[], decks: { value: string, label: string }[] }} props */
function QuestionsOf({ api, scope, news, kinds, decks }) {
  const [kind, setKind] = useState(kinds[0]);
  const [chosen, setDeck] = useState(decks[0].value);
  const [orderBy, setOrder] = useState(/** @type {Schema.QuestionOrder} */ ('HARDEST'));
  const [pages, setPages] = useState(1);
  const { value: deck } = decks.find(({ value }) => value === chosen) ?? decks[0];
  const asked = { ...scope, kind, deck };
  return html`<section class="panel" aria-label=${t('Questions')}>
    <h2>${t('Questions')}</h2>
    <div class="section-fields no-print">
      ${kinds.length > 1 && html`<${Choice} label=${t('Kind')} name="kind" value=${kind} choices=${kinds.map(value => ({ value, label: QUESTION_KINDS[value] }))} choose=${setKind} />`}
      ${decks.length > 1 && html`<${Choice} label=${t('Deck')} name="deck" value=${deck} choices=${decks} choose=${setDeck} />`}
      <${Choice} label=${t('Order')} name="question-order" value=${orderBy} choices=${choicesOf(QUESTION_ORDERS)} choose=${setOrder} />
    </div>
    <div class="charts">
      <${Extremes} api=${api} asked=${{ ...asked, orderBy: 'HARDEST' }} news=${news} title=${t('Hardest')} testid="chart-hardest" />
      <${Extremes} api=${api} asked=${{ ...asked, orderBy: 'EASIEST' }} news=${news} title=${t('Easiest')} testid="chart-easiest" />
    </div>
    <${QuestionTable} api=${api} asked=${{ ...asked, orderBy }} news=${news} pages=${pages} more=${() => setPages(pages + 1)} />
  </section>`;
}

/** @typedef {Read.QuestionsQueryVariables} Asked */

/** @param {{ api: Api, asked: Asked, news: number, title: string, testid: string }} props */
function Extremes({ api, asked, news, title, testid }) {
  const { value } = useReading(() => api.insist(QUESTIONS, asked), [JSON.stringify(asked), news]);
  const rows = value?.questionStats?.nodes ?? [];
  return html`<${ChartFigure} testid=${testid} title=${title} summary=${questionSummary(rows)} spec=${questionChart(rows)} name=${fileName(title)} rows=${rows.slice(0, 10)} columns=${QUESTION_COLUMNS} height=${HEIGHT} />`;
}

/** @param {{ api: Api, asked: Asked, news: number, pages: number, more: () => void }} props */
function QuestionTable({ api, asked, news, pages, more }) {
  const { value, problem } = useReading(
    () => readPages(async after => (await api.insist(QUESTIONS, { ...asked, after })).questionStats, pages),
    [JSON.stringify(asked), pages, news],
  );
  const rows = value?.rows ?? [];
  return html`<${Problem} problem=${problem} />
    ${
      rows.length > 0 &&
      html`<${DataTable} testid="questions" caption=${t('Questions')} name=${fileName(t('Questions'))} rows=${rows} columns=${QUESTION_COLUMNS}>
      ${value?.hasMore && html`<button class="no-print" data-testid="more-questions" onClick=${more}>${t('Show more')}</button>`}
    </${DataTable}>`
    }`;
}
