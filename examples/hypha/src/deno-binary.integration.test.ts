import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { denoBinary } from './deno-binary.ts'

test('the found binary is Deno itself rather than a script around it', () => {
  expect(execFileSync(denoBinary(), ['--version'], { encoding: 'utf8' })).toMatch(/^deno \d+\./)
})

test('an error names what to install where Deno is missing', () => {
  const elsewhere = pathToFileURL(join(tmpdir(), 'nothing', 'module.js')).href
  const program = `import { denoBinary } from ${JSON.stringify(new URL('./deno-binary.ts', import.meta.url).href)}
    try { denoBinary(${JSON.stringify(elsewhere)}) } catch (error) { console.log(error.message) }`
  // In a process of its own, as pnpm makes all packages visible to processes that it starts.
  const env = { ...process.env, NODE_PATH: '' }
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env })
  expect(said).toMatch(/^the variant on Deno needs the package deno with @deno\/\S+, which is not installed: run npm i -D deno\n$/)
})
