import type { Disturbance } from '@benchpress/core'
import { formatShare, isDisturbed } from '@benchpress/core/report'

/** The outcome of one check: `ok`, `warn` for something that can disturb a test, `fail` for something that makes tests impossible. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly text: string
  /** What to do about it, as a sentence. */
  readonly advice?: string
}

/** Seconds for which a machine is watched. */
export const watchedSeconds = 2

// No test runs while the machine is watched, so that only other programs can wait. An idle system stays below this share.
const busyShare = 0.1

/** Reports how a machine disturbed its programs while it was watched; figures that the system does not give are left out. */
export function examineDisturbance(disturbance: Disturbance): Finding {
  const { stolen, throttled, pressure, suspended } = disturbance
  const parts = [
    ...(stolen === null ? [] : [`${formatShare(stolen)} of the CPU time taken by a hypervisor`]),
    ...(throttled === null ? [] : [`held back by a CPU quota in ${formatShare(throttled)} of its periods`]),
    ...(pressure.cpu === null ? [] : [`waited for a CPU ${formatShare(pressure.cpu)} of the time`]),
    ...(pressure.memory === null ? [] : [`waited for memory ${formatShare(pressure.memory)}`]),
    ...(pressure.io === null ? [] : [`waited for a disk ${formatShare(pressure.io)}`]),
    ...(suspended > 0 ? [`suspended for ${Math.round(suspended)} s`] : []),
  ]
  const text = `over ${watchedSeconds} s: ${parts.length === 0 ? 'this system does not tell what disturbs it' : parts.join(', ')}`
  if (isDisturbed(disturbance))
    return {
      level: 'warn',
      text,
      advice: 'Something takes from this machine what a test needs: test on one that is not shared, or not limited.',
    }
  return (pressure.cpu ?? 0) > busyShare
    ? { level: 'warn', text, advice: 'Other programs use the CPUs that a test needs: wait until they are done, or end them.' }
    : { level: 'ok', text }
}
