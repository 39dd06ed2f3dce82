import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../captured-io.ts'
import { partsOf, planted } from './planted-secret.ts'

// Everything that a journey can give a name or an error, about where texts are cut.
const journey = `
export const beforeAll = ({ env }) => { throwing = env.KEY }
let throwing = ''
export default async ({ http, check, env, metrics, group, user }) => {
  const { KEY: key } = env
  setTimeout(() => { throw new Error('z'.repeat(190) + key) })
  const forms = [key, encodeURIComponent(key), JSON.stringify(key), Buffer.from('ann:' + key).toString('base64')]
  for (const form of forms) {
    check('a'.repeat(150) + form, false)
    metrics.kinds.add(1, 'k'.repeat(185) + form)
    const query = '?' + 'q'.repeat(470) + encodeURIComponent(form)
    const response = await http.get('/' + encodeURIComponent(form) + query, { headers: { 'x-form': encodeURIComponent(form) }, expect: { body: 'x'.repeat(480) + form } })
    check(response.text(), false)
  }
  throw new Error('y'.repeat(185) + forms[user.id % forms.length])
}`

const config = (secret: string, target: unknown): string => `
export default {
  name: 'planted ' + ${JSON.stringify(secret)},
  target: ${JSON.stringify(target)},
  secrets: { KEY: ${JSON.stringify(secret)} },
  metrics: { kinds: { type: 'counter', by: 'kind' } },
  scenarios: { one: { journey: './a.journey.mjs', workload: { users: 4, iterations: { each: 1 } } } },
  thresholds: { http_failed: 'rate < 1%' },
}`

async function filesIn(folder: string): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return await Promise.all(files.filter((file) => !file.endsWith('.mjs')).map(async (file) => [file, await readFile(file)] as const))
}

test.each(fc.sample(planted, { seed: 1, numRuns: 3 }))(
  'a run leaves nothing of its secret $secret in any file or stream',
  async ({ secret }) => {
    // A target that says everything that it was told, in its status, its headers and its body.
    const server = createServer(({ url = '', headers }, response) => {
      const form = String(headers['x-form'])
      const said = `${form} ${decodeURIComponent(url)}`
      response.writeHead(url.startsWith('/?') ? 200 : 500, `Failed ${form}`)
      response.end(`${'b'.repeat(480)}${said}`)
    })
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-planted-'))
    onTestFinished(async () => {
      server.close()
      await rm(folder, { recursive: true })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await writeFile(join(folder, 'a.journey.mjs'), journey)
    await writeFile(join(folder, 'runs.config.mjs'), config(secret, `http://127.0.0.1:${port}`))
    // A target that ends at once, and a path that is none.
    const command = ['node', '-e', `console.log('t'.repeat(4090) + ${JSON.stringify(secret)}); process.exitCode = 1`]
    await writeFile(join(folder, 'ends.config.mjs'), config(secret, { command, url: 'http://127.0.0.1:9', ready: { log: 'ready' } }))
    await writeFile(
      join(folder, 'wrong.config.mjs'),
      config(secret, `http://127.0.0.1:${port}/${'p'.repeat(50)}${secret} `).replace(
        'users: 4',
        () => `users: ${JSON.stringify(`n${secret}`)}`,
      ),
    )
    const outputs = ['report/', 'run.ndjson', 'a.md', 'a.html', 'a.csv', 'a.series.csv', 'a.xml', 'a.prom'].flatMap((file) => ['-o', file])
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
    const printed: string[] = []
    for (const name of ['runs', 'ends', 'wrong']) {
      const { code, stdout, stderr } = await call(['run', `${name}.config.mjs`, ...(name === 'runs' ? outputs : [])], { cwd: folder, env })
      expect(code).toBeGreaterThan(0)
      printed.push(stdout, stderr)
    }
    const parts = partsOf(secret)
    const written = await filesIn(folder)
    expect(written.length).toBeGreaterThan(10)
    const found = [...printed.entries(), ...written].flatMap(([name, bytes]) =>
      parts.filter((part) => bytes.includes(part)).map((part) => `${name}: ${part}`),
    )
    expect(found).toEqual([])
    expect(String(written.find(([name]) => name.endsWith('result.json'))?.[1])).toContain('[redacted]')
  },
)
