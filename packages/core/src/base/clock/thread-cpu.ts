/** CPU milliseconds of the thread that calls; `undefined` on a Node.js before 23.9, which cannot tell. */
export function threadCpu(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
