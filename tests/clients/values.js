/** Gives what an observable tells, one value after the other, and unsubscribes when the loop is left. */
export async function* valuesOf(observable) {
  const values = [];
  let wake = () => {};
  const told = value => {
    values.push(value);
    wake();
  };
  const subscription = observable.subscribe(told);
  try {
    while (true) {
      while (values.length > 0) yield values.shift();
      await new Promise(resolve => {
        wake = resolve;
      });
    }
  } finally {
    subscription.unsubscribe();
  }
}
