import { join } from 'node:path'
import { run } from '@benchpress/core'
import { expect, test } from 'vitest'
import { project, startTarget } from './project.ts'
import { SentMachines } from './sent-machines.ts'

test('a variable that the machines lack is named, and no load is sent', async () => {
  const cwd = await project({})
  const { url, asked } = await startTarget()
  const machines = new SentMachines({ cwd, env: { API_TOKEN: 'token-of-the-starter' } })
  const scenarios = {
    all: { request: { path: '/all', headers: { cookie: 'token-of-the-starter' } }, workload: { connections: 2, requests: 4 } },
  }
  const outcome = await run({ target: url, scenarios }, { machines, cwd }).then(
    (result) => JSON.stringify(result),
    (error: unknown) => String(error),
  )
  expect(outcome).toContain('the environment of this agent lacks API_TOKEN')
  expect(asked).toEqual([])
})

test('everything that cannot be sent is refused at once, before any load', async () => {
  const cwd = await project({
    'a.journey.ts': `
      import { other } from '@benchpress/elsewhere'
      import native from './native.node'
      const written = 'token-of-the-starter'
      export default async ({ http }) => { await http.get('/' + other + native + written) }`,
    'native.node': 'machine code',
  })
  const machines = new SentMachines({ cwd, files: ['missing.csv'], env: { API_TOKEN: 'token-of-the-starter' } })
  const gathered = machines.gather({
    name: 'a',
    workers: 1,
    timing: 'auto',
    modules: [join(cwd, 'a.journey.ts')],
    secrets: [],
    signal: new AbortController().signal,
    onNotice: () => {},
  })
  await expect(gathered).rejects.toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  const message = await gathered.catch(String)
  expect(message).toContain(`${join(cwd, 'native.node')} is machine code, which cannot be sent`)
  expect(message).toContain(`${join(cwd, 'a.journey.ts')} holds the value of API_TOKEN, and would carry it to the broker`)
  expect(message).toContain(`${join(cwd, 'missing.csv')} cannot be read: ENOENT`)
  expect(message).toContain(`${join(cwd, 'a.journey.ts')} imports @benchpress/elsewhere, which is not installed`)
  expect(message).not.toContain('token-of-the-starter')
})

test('packages of other versions than at the start are refused by name', async () => {
  const installed = { name: '@benchpress/elsewhere', version: '1.2.3', exports: './index.js', type: 'module' }
  const cwd = await project({
    'a.journey.ts': `import { other } from '@benchpress/elsewhere'
      export default async ({ http }) => { await http.get('/' + other) }`,
    'node_modules/@benchpress/elsewhere/package.json': JSON.stringify(installed),
    'node_modules/@benchpress/elsewhere/index.js': `export const other = 'other'`,
  })
  const { url, asked } = await startTarget()
  const scenarios = { a: { journey: join(cwd, 'a.journey.ts'), workload: { users: 1, iterations: { each: 1 } } } }
  const outcome = await run({ target: url, scenarios }, { machines: new SentMachines({ cwd }), cwd }).then(
    (result) => JSON.stringify(result),
    (error: unknown) => String(error),
  )
  expect(outcome).toContain('@benchpress/elsewhere 1.2.3 is not installed here')
  expect(asked).toEqual([])
})
