/** With whom somebody has played. */

/** Those whom one is compared with. */
const MOST = 10;

/** The others in matches, the latest first, each once.
 * @param {{ seats: { player?: { id: string, name: string } | null }[] }[]} matches latest first @param {string} own */
export function opponents(matches, own) {
  const players = matches.flatMap(({ seats }) => seats.flatMap(({ player }) => player ?? []));
  const met = new Map(players.filter(({ id }) => id !== own).map(player => [player.id, player]));
  return [...met.values()].slice(0, MOST);
}
