import { decodeHistogram } from '../../model/metrics/encoded-histogram.ts'

/** Whether a text is what a `format` of `result.schema.json` names, for a validator of JSON schemas: a time that can be read, the buckets of a histogram. */
export const resultFormats: Readonly<Record<'date-time' | 'hdr-histogram', (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  'hdr-histogram': (hdr) => {
    try {
      decodeHistogram({ hdr, sum: 0, min: 0, max: 0 })
      return true
    } catch {
      return false
    }
  },
}
