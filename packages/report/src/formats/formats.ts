import type { Result, SuiteResult } from '@benchpress/core'
import { document, json, suiteOf } from '../sections/document.ts'
import type { ReportExtras } from '../sections/extras.ts'

/** A format in which a result can be written. */
export interface OutputFormat {
  /** Name of the format, such as `junit`. */
  readonly name: string
  /** Endings of file names by which the format is recognised. */
  readonly extensions: readonly string[]
  /** The contents of the format, in a few words. */
  readonly description: string
  /** Writes a result. */
  render(suite: SuiteResult, extras: ReportExtras): string | Promise<string>
}

/** The formats in which a result can be written, by name or by the ending of a file. The code of each format is loaded when it is used. */
export const formats: readonly OutputFormat[] = [
  formatOf('json', ['.json'], 'the result itself, with its histograms', json),
  formatOf('markdown', ['.md'], 'the report, to be kept or pasted', async (suite, extras) =>
    (await import('../render/markdown.ts')).markdown(document(suite, extras)),
  ),
  formatOf('html', ['.html'], 'the report as one page that needs nothing else', async (suite, extras) =>
    (await import('../render/html/html.ts')).html(document(suite, extras)),
  ),
  formatOf('csv', ['.csv'], 'a row for each scenario and endpoint of each run', async (suite) =>
    (await import('./csv.ts')).summaryCsv(suite),
  ),
  formatOf('csv-series', ['.series.csv'], 'a row for each second of each scenario', async (suite) =>
    (await import('./csv.ts')).seriesCsv(suite),
  ),
  formatOf('junit', ['.xml'], 'thresholds, checks and the verdict as cases of JUnit', async (suite) =>
    (await import('./junit.ts')).junit(suite),
  ),
  formatOf('openmetrics', ['.om', '.prom'], 'counts, rates and times as OpenMetrics text, for Prometheus', async (suite) =>
    (await import('./metric-families.ts')).openMetrics(suite),
  ),
]

function formatOf(name: string, extensions: readonly string[], description: string, write: OutputFormat['render']): OutputFormat {
  return { name, extensions, description, render: write }
}

/** Finds a format by its name, or by the longest known ending of the name of a file; `undefined` where there is none. */
export function findFormat(of: { readonly name: string } | { readonly file: string }): OutputFormat | undefined {
  if ('name' in of) return formats.find(({ name }) => name === of.name)
  const file = of.file.toLowerCase()
  const ending = formats
    .flatMap(({ extensions }) => extensions)
    .filter((extension) => file.endsWith(extension) && file.length > extension.length)
    .toSorted((a, b) => b.length - a.length)[0]
  return ending === undefined ? undefined : formats.find(({ extensions }) => extensions.includes(ending))
}

/**
 * Writes a result in a format, as the text of a file.
 *
 * @param file name of the file, without a folder; its ending chooses the format where none is given
 * @throws RangeError that lists the formats, when there is none
 */
export async function render(
  result: SuiteResult | Result,
  file: string,
  { format: name, ...extras }: ReportExtras & { readonly format?: string } = {},
): Promise<string> {
  const format = findFormat(name === undefined ? { file } : { name })
  if (format === undefined)
    throw new RangeError(`there is no format ${name ?? `of ${file}`}: there are ${formats.map((each) => each.name).join(', ')}`)
  return await format.render(suiteOf(result), extras)
}
