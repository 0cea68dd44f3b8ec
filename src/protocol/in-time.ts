/**
 * What comes of some work. When that takes longer than `timeoutMs`, or nobody waits for it any more, the signal that the
 * work has is aborted, and this rejects with the code `TIMEOUT`, whatever the work makes of it.
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<T> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let onEnd = () => {};
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(Object.assign(new Error('Nothing came in time.'), { code: 'TIMEOUT' }));
    if (ending.aborted) onEnd();
    else ending.addEventListener('abort', onEnd, { once: true });
  });
  try {
    return await Promise.race([work(ending), ended]);
  } finally {
    ending.removeEventListener('abort', onEnd);
  }
}
