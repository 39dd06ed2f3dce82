import { readFile, readdir } from 'node:fs/promises'

/** Has the group of a program that was started `detached` end with this process, however this process ends. */
export function endWithThisProcess(running: Promise<unknown> & { readonly pid?: number | undefined }): void {
  const end = (): void => endGroup(running.pid)
  process.once('exit', end)
  void running.catch(() => undefined).finally(() => process.off('exit', end))
}

/** Ends all processes of a group, if there are any. */
export function endGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group)
  } catch {
    // It has ended.
  }
}

// Linux counts in hundredths of a second there, whatever its own clock rate is.
const ticksPerSecond = 100

/** CPU seconds that the processes of a group, those that are there, have used since they started. */
export async function readGroupCpuSeconds(group: number): Promise<number> {
  let ticks = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    // One that ends meanwhile is not there any more.
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    ticks += ticksOf(stat, group)
  }
  return ticks / ticksPerSecond
}

/** The ticks that a process has used by its line of `/proc/PID/stat`; 0 for one of another group. */
export function ticksOf(stat: string, group: number): number {
  // The name, in brackets, may have spaces and brackets in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [, , processGroup, , , , , , , , , user, system] = fields.map(Number)
  return processGroup === group ? (user ?? 0) + (system ?? 0) : 0
}
