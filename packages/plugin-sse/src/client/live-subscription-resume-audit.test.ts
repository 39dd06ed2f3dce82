import { describe, expect, test } from 'vitest'
import { ResumeAudit } from './live-subscription.ts'

describe('a resume', () => {
  test('a resume is not judged on the first connection, nor without ids', () => {
    const audit = new ResumeAudit()
    audit.see('1')
    expect(audit.end()).toBeUndefined()
    audit.begin()
    expect(audit.end()).toBeUndefined()
  })

  test('a resume is correct when only new ids arrive', () => {
    const audit = new ResumeAudit()
    audit.see('1795190494496-0')
    audit.begin()
    audit.see('1795190494496-1')
    expect(audit.end()).toBe(true)
  })

  test('is wrong when an id arrives that was received before, on any connection', () => {
    const audit = new ResumeAudit()
    for (const id of ['1', '2']) audit.see(id)
    audit.begin()
    audit.see('3')
    expect(audit.end()).toBe(true)
    audit.begin()
    for (const id of ['4', '2']) audit.see(id)
    expect(audit.end()).toBe(false)
    audit.begin()
    audit.see('5')
    expect(audit.end()).toBe(true)
  })

  test('a resume is wrong when everything arrives again, however much it is', () => {
    const audit = new ResumeAudit()
    const ids = Array.from({ length: 100 }, (_, index) => String(index))
    for (const id of ids) audit.see(id)
    audit.begin()
    for (const id of [...ids, 'new']) audit.see(id)
    expect(audit.end()).toBe(false)
  })
})
