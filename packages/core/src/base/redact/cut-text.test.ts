import { expect, onTestFinished, test } from 'vitest'
import { beginningOf, cutText } from './cut-text.ts'
import { keepSecrets } from './secrets.ts'

const secret = 'Zq8/+"tOpsEcReT&77=='

test('a text is cut to its beginning, which says so, and a short one is left as it is', () => {
  expect(cutText('x'.repeat(200), 200)).toBe('x'.repeat(200))
  expect(cutText('x'.repeat(201), 200)).toBe(`${'x'.repeat(199)}…`)
  expect(beginningOf('x'.repeat(201), 200)).toEqual({ text: 'x'.repeat(200), isCut: true })
  expect(beginningOf('short', 200, { isCut: true })).toEqual({ text: 'short', isCut: true })
})

test('a character of two halves is not cut in two', () => {
  expect(cutText('😀'.repeat(10), 4)).toBe('😀…')
})

test('a secret is replaced before a text is cut, wherever it stands and however much is replaced before it', () => {
  onTestFinished(keepSecrets([secret]))
  for (const write of [(text: string) => text, encodeURIComponent, (text: string) => Buffer.from(text).toString('base64')]) {
    for (let before = 0; before < 220; before++) {
      const text = `${'y'.repeat(before)} ${write(secret)} ${'z'.repeat(300)}`
      for (const given of [cutText(text, 200), cutText(text.slice(0, 210), 200, { isCut: true })])
        expect(given, given).not.toMatch(/Zq8|WnE/)
    }
    // A text that is much longer than what is shown, and consists of what is replaced.
    const many = `${write(secret)} `.repeat(1000)
    for (let start = 0; start < secret.length; start++)
      expect(cutText(`${'y'.repeat(start)}${many}`, 5000), `${start}`).not.toMatch(/Zq8|WnE/)
  }
})

test('a long text costs no more than its beginning', () => {
  let searched = 0
  const redact = (text: string): string => {
    searched += text.length
    return text
  }
  cutText('x'.repeat(1e6), 200, { redact })
  expect(searched).toBeLessThan(3000)
})
