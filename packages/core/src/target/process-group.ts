import { setTimeout as delay } from 'node:timers/promises'
import { readProcessTable } from './process-stat.ts'

const firstPause = 5
const longestPause = 100

/** Whether a process group has a member that still runs. */
export function isGroupAlive(group: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 0)
  } catch {
    return false
  }
  // Members that ended, and that nobody waited for, can still be signalled; only /proc tells them apart.
  return process.platform !== 'linux' || readProcessTable().some((stat) => stat.group === group && stat.isAlive)
}

/** Ends every member of a process group at once; what ignores SIGTERM has no say in it. Does nothing to a group that is gone. */
export function killGroup(group: number): void {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL')
  } catch {
    // It is gone, which is what was wanted.
  }
}

/** Waits until no member of a process group runs any more, but no longer than `timeout` milliseconds. */
export async function awaitGroupEnd(group: number, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout
  for (let pause = firstPause; isGroupAlive(group) && performance.now() < deadline; pause = Math.min(pause * 2, longestPause)) {
    await delay(Math.min(pause, Math.max(deadline - performance.now(), 0)))
  }
}
