/** CPU time that some work took in this process, milliseconds. What else the machine does meanwhile is not in it. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
