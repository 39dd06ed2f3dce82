import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { Load, Peer, PeerReport } from './peer.ts'

const unitMs: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, s: 1e3, m: 60e3 }

/** wrk with one thread; it pipelines by a script that sends several requests as one. */
export const wrkPeer: Peer = {
  name: 'wrk',
  prepare: async () => await missingProgram('wrk', 'Debian: apt-get install wrk', '-v'),
  command: async (load, folder) => {
    const script = load.pipelining === 1 ? [] : ['-s', await writePipeliningScript(load, folder)]
    return ['wrk', '-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--latency', ...script, load.url]
  },
  parse: parseWrkOutput,
}

async function writePipeliningScript(load: Load, folder: string): Promise<string> {
  const file = join(folder, `pipeline-${load.pipelining}.lua`)
  const lines = [
    'local batch',
    'init = function()',
    `  batch = string.rep(wrk.format('GET', '${new URL(load.url).pathname}'), ${load.pipelining})`,
    'end',
    'request = function() return batch end',
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

function parseWrkOutput(output: string, load: Load): PeerReport {
  const badStatuses = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  const socketErrors = [...(/Socket errors: (.*)/.exec(output)?.[1] ?? '').matchAll(/\d+/g)].reduce(
    (sum, [count]) => sum + Number(count),
    0,
  )
  // wrk times a pipelined batch from the write of the last one, so that its percentiles are meaningless then: a p99 of 0 is common.
  const at = (percent: string): number | null => (load.pipelining === 1 ? percentileMs(output, percent) : null)
  return { p50: at('50'), p99: at('99'), failed: badStatuses + socketErrors }
}

function percentileMs(output: string, percent: string): number | null {
  const [, value, unit = ''] = new RegExp(String.raw`^\s+${percent}%\s+([\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? []
  const factor = unitMs[unit]
  return value === undefined || factor === undefined ? null : Number(value) * factor
}
