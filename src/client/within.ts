/**
 * What a promise comes to, unless nothing does for `ms` milliseconds or the signal is aborted before: then it rejects,
 * with the signal's reason where there is one. Whatever happens, no timer and no listener is left.
 */
export function within<T>(
  promise: Promise<T>,
  { ms, signal }: { ms?: number | undefined; signal?: AbortSignal | undefined },
): Promise<T> {
  if (ms === undefined && !signal) return promise;
  let clear = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(signal?.reason);
    const timer = ms === undefined ? undefined : setTimeout(() => reject(new Error(`Nothing came for ${ms} ms.`)), ms);
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
  });
  return Promise.race([promise, stopped]).finally(clear);
}
