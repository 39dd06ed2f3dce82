import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { Report, ThreadShare } from '@benchpress/core/machines'
import type { AgentTrust } from '../src/trust/agent-trust.ts'

/** The shares and the reports of an agent, recorded on its side before they went to the broker. */
export interface AgentFile {
  readonly shares: readonly ThreadShare[]
  readonly reports: readonly Report[]
}

/** Makes an agent write its shares and reports into a file of its own. */
export function writingTrust(trust: AgentTrust, path: string): AgentTrust {
  const write = (data: unknown): void => appendFileSync(path, `${serialize(data).toString('base64')}\n`)
  return {
    ...trust,
    unpack: async (...given) => {
      const unpacked = await trust.unpack(...given)
      for (const share of unpacked.shares) write({ share })
      return {
        ...unpacked,
        // All messages pass here.
        hide: (data) => {
          write({ told: data })
          return unpacked.hide(data)
        },
      }
    },
  }
}

interface ToAgent {
  readonly report?: Report
}

interface Line {
  readonly share?: ThreadShare
  readonly told?: ToAgent | readonly ToAgent[]
}

/** Reads the file of an agent, and removes it. */
export function takeAgentFile(path: string): AgentFile {
  if (!existsSync(path)) return { shares: [], reports: [] }
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  rmSync(path)
  const all = lines.map((line) => deserialize(Buffer.from(line, 'base64')) as Line)
  return {
    shares: all.flatMap(({ share }) => share ?? []),
    reports: all.flatMap(({ told }) => [told ?? []].flat().flatMap(({ report }) => report ?? [])),
  }
}
