import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** A setting with its names in both versions of control groups. */
export interface CgroupSetting {
  readonly controller: 'cpu' | 'memory'
  /** File names; a setting of version 1 may be spread over several. */
  readonly v1: readonly string[]
  readonly v2: string
}

/**
 * Reads a setting of this process' control group and of each group around it, because every group limits the process.
 *
 * Returns one text for each group that has the setting; the texts of several files are joined by a space. Empty outside of Linux.
 */
export function readCgroup({ controller, v1, v2 }: CgroupSetting, root = '/'): string[] {
  const texts: string[] = []
  for (const line of (readText(join(root, 'proc/self/cgroup')) ?? '').split('\n')) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers.split(',').includes(controller)) {
      texts.push(...readUpwards([join(root, 'sys/fs/cgroup', controllers), join(root, 'sys/fs/cgroup', controller)], path, v1))
    } else if (line.startsWith('0::')) {
      texts.push(...readUpwards([join(root, 'sys/fs/cgroup')], path, [v2]))
    }
  }
  return texts
}

function readUpwards(mounts: readonly string[], path: string, files: readonly string[]): string[] {
  const texts: string[] = []
  for (const mount of mounts) {
    // A container may see only its own group, at the mount point, although its path is the one outside of the container.
    for (let group = join('/', path); ; group = dirname(group)) {
      const values = files.map((file) => readText(join(mount, group, file))?.trim())
      if (values.every((value) => value !== undefined)) texts.push(values.join(' '))
      if (group === '/') break
    }
  }
  return texts
}

/**
 * The number of CPUs that this process may use at once: those it may be scheduled on, or fewer by the quota of its container.
 *
 * May be a fraction, such as 1.5 for a container with `--cpus 1.5`; never 0.
 */
export function usableCpus(root = '/'): number {
  const quotas = readCgroup({ controller: 'cpu', v1: ['cpu.cfs_quota_us', 'cpu.cfs_period_us'], v2: 'cpu.max' }, root).map(parseQuota)
  return Math.min(readAffinity(root), ...quotas)
}

/** Reads `max 100000`, `150000 100000` or `-1 100000`: the allowed time and the period, both in microseconds. */
function parseQuota(text: string): number {
  const [quota, period] = text.split(' ').map(Number)
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : Infinity
}

// availableParallelism() rounds a fractional quota down.
function readAffinity(root: string): number {
  const list = /^Cpus_allowed_list:\s*(.+)$/m.exec(readText(join(root, 'proc/self/status')) ?? '')?.[1]
  return (list === undefined ? 0 : parseCpuList(list)) || availableParallelism()
}

/** Counts the CPUs in a list such as `0-3,8`. */
function parseCpuList(list: string): number {
  return list
    .split(',')
    .map((range) => range.split('-').map(Number))
    .reduce((count, [first = Number.NaN, last = first]) => count + last - first + 1, 0)
}

/** The number of bytes of memory that the container of this process may use; `null` without a limit below the machine's memory. */
export function memoryLimit(root = '/'): number | null {
  // process.constrainedMemory() reads only the process' own group, and the limit is often set on a group around it.
  const limits = readCgroup({ controller: 'memory', v1: ['memory.limit_in_bytes'], v2: 'memory.max' }, root).map(Number)
  const limit = Math.min(...limits.filter((bytes) => bytes > 0))
  return limit < totalmem() ? limit : null
}

/** Reads a number from the text of a file of the kernel, by a pattern with one group; `null` where there is none. */
export function numberIn(text: string | undefined, pattern: RegExp): number | null {
  const digits = pattern.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Reads a file of the kernel; `undefined` when it does not exist. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
