import { readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileResult } from '../../test/hostile-result.ts'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { recorded } from '../../test/recorded-results.ts'
import { junit } from './junit.ts'

const schema = XmlDocument.fromString(readFileSync(new URL('../../test/junit.xsd', import.meta.url), 'utf8'))
const validator = XsdValidator.fromDoc(schema)

afterAll(() => {
  validator.dispose()
  schema.dispose()
})

/** Validates XML against the schema; throws an error with the fault and its line. */
function validate(text: string): void {
  const read = XmlDocument.fromString(text)
  try {
    validator.validate(read)
  } finally {
    read.dispose()
  }
}

describe('the schema of the readers of JUnit', () => {
  test.each(recorded)('accepts the recorded result %s', (_name, suite) => {
    expect(() => validate(junit(suite))).not.toThrow()
  })

  test.each([
    ['a test', hostileSuite()] as const,
    ...['journeys', 'search', 'sweep', 'dead-target'].map((name) => [name, hostileResult(name)] as const),
  ])('accepts the texts that a hostile target puts into %s', (_name, suite) => {
    expect(() => validate(junit(suite))).not.toThrow()
  })

  test.each([
    ['a case without a name', / name="responses are as expected"/, '', /'name' is required/],
    ['a count that is no number', / tests="\d+"/, ' tests="all"', /'all' is not a valid value/],
    ['an element that nobody reads', /<system-out>/, '<note/><system-out>', /element is not expected/],
    ['a time that is none', / timestamp="[^"]*"/, ' timestamp="today"', /'today' is not a valid value/],
  ])('refuses %s', (_name, part, other, refusal) => {
    const [[, suite] = []] = recorded.filter(([name]) => name === 'rate')
    if (suite === undefined) throw new Error('no result rate is recorded')
    const text = junit(suite)
    expect(text).toMatch(part)
    expect(() => validate(text.replace(part, other))).toThrow(refusal)
  })
})
