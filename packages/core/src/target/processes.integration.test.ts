import { readdirSync, readFileSync } from 'node:fs'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { parseProcessStat, readProcessStat, meterProcessTree, sampleProcessTree, selectProcessTree } from './processes.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const { pid } of children.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It had ended.
    }
  }
})

/** Starts a program in a group of its own and reads its lines. */
function startProgram(source: string): { child: ChildProcess; pid: number; nextLine: () => Promise<string> } {
  const child = spawn(process.execPath, ['-e', source], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, pid: child.pid ?? 0, nextLine: async () => (await lines.next()).value ?? '' }
}

const burn = (milliseconds: number): string =>
  `for (const start = process.cpuUsage(); process.cpuUsage(start).user < ${milliseconds * 1000};);`
const busyChild = (milliseconds: number, after: string): string => JSON.stringify(`${burn(milliseconds)} console.log('burnt'); ${after}`)

async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Asks the system for all its processes, and does nothing with them. */
function listProcesses(): void {
  if (process.platform !== 'linux') {
    spawnSync('ps', ['-A'])
    return
  }
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d/.test(name)) readFileSync(`/proc/${name}/stat`)
    } catch {
      // It has ended.
    }
  }
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

describe('sampleProcessTree', () => {
  test('sampleProcessTree adds up what descendants use', async () => {
    const { pid, nextLine } = startProgram(`
      require('node:child_process').spawn(process.execPath, ['-e', ${busyChild(300, 'setInterval(() => {}, 1000)')}], { stdio: 'inherit' })
      setInterval(() => {}, 1000)
    `)
    await nextLine()
    const sample = await sampleProcessTree(pid)
    expect(sample?.cpuSeconds).toBeGreaterThan(0.29)
    expect(sample?.rss).toBeGreaterThan(50e6)
  })

  test('sampleProcessTree follows a process that outlives its parent, by its group', async () => {
    const { pid, nextLine, child } = startProgram(`
      const child = require('node:child_process').spawn(process.execPath, ['-e', ${busyChild(200, 'setInterval(() => {}, 1000)')}], { stdio: 'inherit' })
      child.unref()
    `)
    await Promise.all([nextLine(), once(child, 'exit')])
    expect((await sampleProcessTree(pid))?.cpuSeconds).toBeGreaterThan(0.19)
  })

  test('sampleProcessTree is null for a process that is gone', async () => {
    const { pid, child } = startProgram('')
    await once(child, 'exit')
    expect(await sampleProcessTree(pid)).toBeNull()
  })

  test('sampleProcessTree agrees with what this process measures of itself', async () => {
    const before = process.resourceUsage()
    const sample = await sampleProcessTree(process.pid)
    const own = (before.userCPUTime + before.systemCPUTime) / 1e6
    expect(sample?.cpuSeconds).toBeGreaterThan(own - 0.1)
  })

  test('sampleProcessTree costs little', async () => {
    const [sampling, listing] = [[], []] as [number[], number[]]
    for (let round = 0; round < 15; round++) {
      sampling.push(await cpuTimeOf(() => sampleProcessTree(process.pid)))
      listing.push(await cpuTimeOf(listProcesses))
    }
    // Of CPU time, which does not count what else the machine does; beside that of no more than a look at all the processes there are.
    expect(medianOf(sampling)).toBeLessThan(5 * medianOf(listing))
  })
})

describe('meterProcessTree', () => {
  test('meterProcessTree keeps the time of processes that ended, awaited or not', async () => {
    const { pid, child, nextLine } = startProgram(`
      const { spawn } = require('node:child_process')
      const parent = 'require("node:child_process").spawn(process.execPath, ["-e", process.argv[1]], { stdio: "inherit" }); setInterval(() => {}, 1000)'
      const middle = spawn(process.execPath, ['-e', parent, ${busyChild(300, 'setInterval(() => {}, 1000)')}], { stdio: 'inherit' })
      process.stdin.once('data', () => { middle.on('exit', () => process.stdin.once('data', () => process.exit()) && console.log('ended')); middle.kill('SIGKILL') })
    `)
    const sample = meterProcessTree(pid)
    await nextLine()
    const first = await sample()
    child.stdin?.write('end')
    expect(await nextLine()).toBe('ended')
    const orphan = await sample()
    expect(orphan?.cpuSeconds).toBeGreaterThanOrEqual(first?.cpuSeconds ?? Infinity)
    expect(first?.cpuSeconds).toBeGreaterThan(0.29)
  })

  test('meterProcessTree continues to count after time was lost', async () => {
    const { pid, nextLine, child } = startProgram(`
      const { spawn } = require('node:child_process')
      const busy = spawn(process.execPath, ['-e', ${busyChild(300, 'setInterval(() => {}, 1000)')}], { stdio: 'inherit', detached: true })
      process.stdin.once('data', () => { ${burn(200)} console.log(busy.pid) })
      setInterval(() => {}, 1000)
    `)
    await nextLine()
    const sample = meterProcessTree(pid)
    const first = await sample()
    child.stdin?.write('go')
    const busy = Number(await nextLine())
    const second = await sample()
    process.kill(busy, 'SIGKILL')
    while (readProcessStat(busy)?.isAlive === true) await new Promise((resolve) => setImmediate(resolve))
    const third = await sample()
    expect(second?.cpuSeconds).toBeGreaterThan((first?.cpuSeconds ?? Infinity) + 0.15)
    expect(third?.cpuSeconds).toBeGreaterThanOrEqual(second?.cpuSeconds ?? Infinity)
  })
})

describe('selectProcessTree', () => {
  test('selectProcessTree selects descendants, group members and their descendants, and no others', () => {
    const table = [
      { pid: 1, parent: 0, group: 1 },
      { pid: 10, parent: 1, group: 10 },
      { pid: 11, parent: 10, group: 10 },
      { pid: 12, parent: 11, group: 12 },
      { pid: 13, parent: 1, group: 10 },
      { pid: 14, parent: 13, group: 14 },
      { pid: 20, parent: 1, group: 20 },
    ]
    expect(
      selectProcessTree(table, 10)
        .map(({ pid }) => pid)
        .toSorted((a, b) => a - b),
    ).toEqual([10, 11, 12, 13, 14])
    expect(selectProcessTree(table, 99)).toEqual([])
  })
})

describe('parseProcessStat', () => {
  const rest = '5226 0 -1 4194304 100 0 0 0 150 50 20 10 20 0 1 0 139974 3133440 378'

  test('parseProcessStat reads a name with spaces and parentheses', () => {
    expect(parseProcessStat(`42 (tricky) (1 S) name) S 7 41 ${rest}`)).toEqual({
      pid: 42,
      parent: 7,
      group: 41,
      isAlive: true,
      cpuSeconds: 2.3,
      startTime: '139974',
    })
  })

  test('parseProcessStat recognises a zombie, and refuses other lines', () => {
    expect(parseProcessStat(`42 (a) Z 7 41 ${rest}`)?.isAlive).toBe(false)
    expect(parseProcessStat('nothing')).toBeUndefined()
    expect(parseProcessStat('')).toBeUndefined()
  })
})
