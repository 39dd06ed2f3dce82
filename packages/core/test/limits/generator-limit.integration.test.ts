import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { TestResult } from '../../src/index.ts'

const script = fileURLToPath(new URL('use-up-files.ts', import.meta.url))
test.skipIf(process.platform === 'win32')(
  'a process that may open no more files reports that in every way to send, and its target is not blamed',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 120; exec "$0" "$@"', process.execPath, script, url])
    const { outcomes, result } = JSON.parse(stdout) as {
      readonly outcomes: readonly string[]
      readonly result: { readonly tests: readonly [TestResult] }
    }
    const [{ verdict, limitedBy, scenarios }] = result.tests
    expect(outcomes).toEqual(['local_error'])
    expect(scenarios.map(({ counts }) => [counts.started, counts.outcomes.local_error, counts.outcomes.refused])).toEqual([
      [2, 2, 0],
      [2, 2, 0],
      [2, 2, 0],
    ])
    for (const { errors } of scenarios) expect(errors).toMatchObject([{ outcome: 'local_error', reason: 'EMFILE', count: 2 }])
    expect(verdict.level).toBe('invalid')
    expect(verdict.reasons).toContainEqual({
      rule: 'generator-limit',
      level: 'invalid',
      text: 'connections: 2 of 2 requests ended as local_error; this process may open no more files (EMFILE), which is not the target: raise "ulimit -n", or use fewer connections',
    })
    expect(limitedBy.by).toBe('generator')
  },
)
