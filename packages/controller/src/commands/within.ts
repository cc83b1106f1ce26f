/** @throws Error when there is no answer in time. */
export async function within<Value>(timeMs: number, work: Promise<Value> | undefined): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The equipment does not answer.")), timeMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
