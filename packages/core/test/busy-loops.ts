import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { TargetConfig } from '../src/target/target.ts'

const started: ChildProcess[] = []

/** Ends what was started. */
export function endLoops(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL')
}

/** Starts processes that do nothing but use a CPU each; returns a function that returns how many CPUs they have used since. */
export async function startLoops(count: number): Promise<() => number> {
  const all = await Promise.all(Array.from({ length: count }, () => startProgram(`console.log('burning'); for (;;);`)))
  const loops = all.map(({ child }) => child)
  const begin = { cpu: cpuOf(loops), at: performance.now() }
  return () => (cpuOf(loops) - begin.cpu) / ((performance.now() - begin.at) / 1000)
}

const idleServer = `
  require('node:http').createServer((request, response) => response.end())
    .listen(0, '127.0.0.1', function () { console.log('listening on http://127.0.0.1:' + this.address().port) })
`

/** A server that has next to nothing to do, as a target: started by a command, or running already. */
export async function idleTarget(kind: 'command' | 'url'): Promise<TargetConfig> {
  if (kind === 'command') return { command: ['node', '-e', idleServer], ready: { log: String.raw`listening on (?<url>\S+)` } }
  return (await startProgram(idleServer)).printed.replace(/^listening on /, '')
}

async function startProgram(source: string): Promise<{ readonly child: ChildProcess; readonly printed: string }> {
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [data] = await once(child.stdout, 'data')
  return { child, printed: String(data).trim() }
}

/** Seconds of CPU that the processes used so far. */
function cpuOf(children: readonly ChildProcess[]): number {
  const times = children.map(({ pid }) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
  // In ticks of 10 ms: in user mode and in the system.
  return times.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / 100, 0)
}
