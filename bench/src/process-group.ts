import { readFile } from 'node:fs/promises'

/** Makes the group of a `detached` program end with this process, in whatever way that ends. */
export function endWithThisProcess(running: Promise<unknown> & { readonly pid?: number | undefined }): void {
  const end = (): void => endGroup(running.pid)
  process.once('exit', end)
  void running.catch(() => undefined).finally(() => process.off('exit', end))
}

/** Ends all processes of a group, if there are any, including stopped ones. */
export function endGroup(group: number | undefined): void {
  signalGroup(group, 'SIGTERM')
  signalGroup(group, 'SIGCONT')
}

/** Sends a signal to all processes of a group, if there are any. */
export function signalGroup(group: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (group !== undefined) process.kill(-group, signal)
  } catch {
    // The group has ended.
  }
}

// Linux counts in hundredths of a second there, whatever its own clock rate is.
const ticksPerSecond = 100

/** CPU seconds that a process, in all of its threads and with the children that it has waited for, has used since it started; 0 for one that has ended. */
export async function readCpuSeconds(pid: number | undefined): Promise<number> {
  return ticksOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) / ticksPerSecond
}

/** Reads the CPU ticks of a process from its line of `/proc/PID/stat`. */
export function ticksOf(stat: string): number {
  // The name, in brackets, may have spaces and brackets in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}
