/** What comes of some work, unless that takes too long or nobody waits for it any more: then it rejects, and the work goes on. */
export async function inTime<T>(
  work: Promise<T>,
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
    return await Promise.race([work, ended]);
  } finally {
    ending.removeEventListener('abort', onEnd);
  }
}
