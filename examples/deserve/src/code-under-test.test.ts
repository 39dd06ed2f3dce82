import { expect, test } from 'vitest'
import { readCodeUnderTest, readDocumentedProgram } from './index.ts'

test('the embedded target is shown as the file that runs', async () => {
  const files = await readCodeUnderTest()
  expect(files.map(({ file, language }) => [file, language])).toEqual([['server.ts', 'typescript']])
  expect(files[0]?.code).toContain('{"hello":"world!"}')
})

test('the documented program is shown with its route', async () => {
  const files = await readDocumentedProgram()
  expect(files.map(({ file }) => file)).toEqual(['main.ts', 'routes/test.ts'])
  expect(files[0]?.code).toContain('router.serve(8000)')
  expect(files[1]?.code).toContain("Send.json({ hello: 'world!' })")
})
