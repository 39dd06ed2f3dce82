import { expect, test } from 'vitest'
import { nextCommands } from './init-command.ts'

test.each([
  ['load', 'cd load'],
  ['my load', "cd 'my load'"],
  ["it's; a", String.raw`cd 'it'\''s; a'`],
])('the folder %j is entered by %s, as a shell takes it', (given, entered) => {
  expect(nextCommands(given, `/nowhere/${given}`)[0]).toBe(entered)
})
