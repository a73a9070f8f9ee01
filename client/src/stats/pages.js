/** Reading a long list page by page. */

/**
 * The first pages of a list together.
 * @template Row
 * @param {(after: string | null) => Promise<{ nodes: Row[], pageInfo: { hasNextPage: boolean, endCursor?: string | null } } | null | undefined>} read
 * @param {number} pages
 */
export async function readPages(read, pages) {
  /** @type {Row[]} */
  const rows = [];
  let after = /** @type {string | null} */ (null);
  for (let page = 0; page < pages; page++) {
    const list = await read(after);
    rows.push(...(list?.nodes ?? []));
    after = list?.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return { rows, hasMore: after !== null };
}
