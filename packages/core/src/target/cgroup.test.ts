import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { memoryLimit, usableCpus } from './cgroup.ts'

const roots: string[] = []

/** Lays out files as the kernel does, under a root of their own. */
async function layOut(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cgroup-'))
  roots.push(root)
  for (const [path, text] of Object.entries({ 'proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-6,8\n', ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true })
})

describe('usableCpus', () => {
  test('usableCpus returns a number that this machine can have', () => {
    expect(usableCpus()).toBeGreaterThan(0)
    expect(usableCpus()).toBeLessThanOrEqual(cpus().length)
  })

  test('usableCpus counts the CPUs that the process may be scheduled on', async () => {
    expect(usableCpus(await layOut({}))).toBe(8)
  })

  test('usableCpus takes the smallest quota of the groups around the process, in version 2', async () => {
    const root = await layOut({
      'proc/self/cgroup': '0::/pod/container\n',
      'sys/fs/cgroup/pod/container/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/pod/cpu.max': '150000 100000\n',
    })
    expect(usableCpus(root)).toBe(1.5)
  })

  test('usableCpus reads a quota at the mount point when the path is the one outside of the container, in version 1', async () => {
    const root = await layOut({
      'proc/self/cgroup': '4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    })
    expect(usableCpus(root)).toBe(0.5)
  })

  test('usableCpus takes a negative quota for none', async () => {
    const root = await layOut({
      'proc/self/cgroup': '1:cpu:/\n0::/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    })
    expect(usableCpus(root)).toBe(8)
  })

  test('usableCpus uses Node.js where there is no /proc', () => {
    expect(usableCpus('/nowhere')).toBe(availableParallelism())
  })
})

describe('memoryLimit', () => {
  test('memoryLimit takes the smallest limit of the groups around the process, in version 2', async () => {
    const root = await layOut({
      'proc/self/cgroup': '0::/pod/container\n',
      'sys/fs/cgroup/pod/container/memory.max': 'max\n',
      'sys/fs/cgroup/pod/memory.max': '104857600\n',
    })
    expect(memoryLimit(root)).toBe(104857600)
  })

  test('memoryLimit takes a huge number of version 1 for no limit', async () => {
    const file = 'sys/fs/cgroup/memory/memory.limit_in_bytes'
    expect(memoryLimit(await layOut({ 'proc/self/cgroup': '4:memory:/\n', [file]: '9223372036854771712\n' }))).toBeNull()
    expect(memoryLimit(await layOut({ 'proc/self/cgroup': '4:memory:/\n', [file]: '52428800\n' }))).toBe(52428800)
  })

  test('memoryLimit is null without control groups, or at the size of the machine', async () => {
    expect(memoryLimit('/nowhere')).toBeNull()
    expect(memoryLimit(await layOut({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': `${totalmem()}\n` }))).toBeNull()
  })
})
