/** Reading for the pages of statistics: what was read stays in sight while it is read anew. */
import { useEffect, useState } from 'preact/hooks';

/**
 * @template Value
 * @param {() => Promise<Value>} read
 * @param {unknown[]} on reads anew when one of these changes
 * @returns {{ value: Value | null, problem: string | null, isReading: boolean }}
 */
export function useReading(read, on) {
  const [state, setState] = useState(
    /** @type {{ value: Value | null, problem: string | null, isReading: boolean }} */ ({
      value: null,
      problem: null,
      isReading: true,
    }),
  );
  useEffect(() => {
    let isCurrent = true;
    const keep = (/** @type {Partial<typeof state>} */ news) => {
      if (isCurrent) setState(old => ({ ...old, ...news, isReading: false }));
    };
    setState(old => ({ ...old, isReading: true }));
    read().then(
      value => keep({ value, problem: null }),
      problem => keep({ problem: problem.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, on);
  return state;
}
