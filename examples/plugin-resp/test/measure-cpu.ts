import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { KeySpace } from '../src/journeys/key-space.ts'
import { ControlConnection } from './servers/control-connection.ts'
import { freePort } from '../../../test/free-port.ts'

// node test/measure-cpu.ts [--rounds 5] [--seconds 4] [--command get]: operations per second of CPU of this plugin, of the bare client in the same loop, and of
// redis-benchmark, with 50 connections that each have one command in flight. The server has CPU 0, and each of the loads CPU 1, one after the other. The plugin
// is measured in a loop of 100 commands, and with one command an iteration, each of which core times and counts as well.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    command: { type: 'string', default: 'get' },
  },
})
const rounds = Number(values.rounds)
const { seconds, command } = values
const keys = 10_000
const size = 128

interface Load {
  readonly operations: number
  readonly cpuSeconds: number
}

const port = await freePort()
const server = spawn('taskset', ['-c', '0', 'redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
  stdio: 'ignore',
})
const control = await connected()
const keySpace = new KeySpace({ keys, prefix: 'key:', size, values: 'text' })
await control.redis.mset(Object.fromEntries(Array.from({ length: keys }, (_, index) => [keySpace.nameOf(index), keySpace.textOf(index)])))
const loads: Readonly<Record<string, () => Promise<Load>>> = {
  plugin: async () => await measureNode('plugin-load.ts', 100),
  'plugin, an iteration each': async () => await measureNode('plugin-load.ts', 1),
  bare: async () => await measureNode('bare-load.ts', 1),
  'redis-benchmark': measureBenchmark,
}
const figures: Record<string, number[]> = {}
for (let round = 0; round < rounds; round++) {
  for (const [name, measure] of round % 2 === 0 ? Object.entries(loads) : Object.entries(loads).toReversed()) {
    const { operations, cpuSeconds } = await measure()
    const perSecond = operations / cpuSeconds
    ;(figures[name] ??= []).push(perSecond)
    console.log(`round ${round + 1}, ${name}: ${operations} operations, ${Math.round(perSecond)} for a second of CPU`)
  }
}
for (const ours of ['plugin', 'plugin, an iteration each']) for (const other of ['bare', 'redis-benchmark']) compare(ours, other)
control.close()
server.kill('SIGKILL')

function compare(ours: string, other: string): void {
  const ratios = (figures[other] ?? []).map((figure, round) => (figures[ours]?.[round] ?? Number.NaN) / figure)
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
  const ofMedians = median(figures[ours] ?? []) / median(figures[other] ?? [])
  console.log(`${ours} / ${other}: ${median(ratios).toFixed(3)}, the median of ${all}; ${ofMedians.toFixed(3)} of the medians`)
}

async function connected(): Promise<ControlConnection> {
  for (;;) {
    const opened = await ControlConnection.open(port).catch(() => undefined)
    if (opened !== undefined) return opened
  }
}

async function measureNode(file: string, count: number): Promise<Load> {
  const path = fileURLToPath(new URL(`measure/${file}`, import.meta.url))
  const profile = process.env['REDIS_PROFILE']
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const load = [String(port), seconds, command, String(keys), String(size), String(count)]
  const child = spawn('taskset', ['-c', '1', process.execPath, ...flags, path, ...load], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output) as Load
}

// The start of redis-benchmark takes little time beside its requests, so its whole time is counted.
async function measureBenchmark(): Promise<Load> {
  const operations = 300_000
  const benchmark = `redis-benchmark -h 127.0.0.1 -p ${port} -c 50 -n ${operations} -d ${size} -r ${keys} -t ${command} -q >&2`
  const child = spawn(
    'taskset',
    ['-c', '1', 'bash', '-c', `TIMEFORMAT='{"user":%U,"system":%S}'; { time ${benchmark} 2>/dev/null; } 2>&1`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const { user, system } = JSON.parse(output.slice(output.lastIndexOf('{'))) as { readonly user: number; readonly system: number }
  return { operations, cpuSeconds: user + system }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
