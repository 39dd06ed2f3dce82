import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readCgroup } from './cgroup.ts'

/**
 * How many CPUs this process may use at once: those it may be scheduled on, or less by the quota of its container.
 *
 * May be a fraction, such as 1.5 for a container with `--cpus 1.5`; never 0.
 *
 * @param root where the file system starts; another directory for tests
 */
export function usableCpus(root = '/'): number {
  const quotas = readCgroup({ controller: 'cpu', v1: ['cpu.cfs_quota_us', 'cpu.cfs_period_us'], v2: 'cpu.max' }, root).map(parseQuota)
  return Math.min(readAffinity(root), ...quotas)
}

/** Reads `max 100000`, `150000 100000` or `-1 100000`: the time allowed in each period, both in microseconds. */
function parseQuota(text: string): number {
  const [quota, period] = text.split(' ').map(Number)
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : Infinity
}

// availableParallelism() is right but for a quota that is no whole number, which it rounds down.
function readAffinity(root: string): number {
  try {
    const [, list = ''] = /^Cpus_allowed_list:\s*(.+)$/m.exec(readFileSync(join(root, 'proc/self/status'), 'utf8')) ?? []
    return parseCpuList(list) || availableParallelism()
  } catch {
    return availableParallelism()
  }
}

/** Counts the CPUs in a list such as `0-3,8`. */
function parseCpuList(list: string): number {
  return list
    .split(',')
    .map((range) => range.split('-').map(Number))
    .reduce((count, [first = Number.NaN, last = first]) => count + last - first + 1, 0)
}
