import { readFileSync } from 'node:fs'

/** A page of docs/presets with the output of a preset. */
export interface PresetPage {
  readonly name: string
  /** The command that was run for the page. */
  readonly command: string
  /** Returns the reasons for which runs of a report are invalid, except the one that the page explains. */
  unexplained(report: string): readonly string[]
  /** Writes the page about a report. */
  write(report: string): string
}

// Figures that cannot be measured on two CPUs are shown as such, by the report, rather than left out.
const explanations: Readonly<Record<string, { readonly reason: string; readonly because: string }>> = {
  toska: {
    reason: 'generator-saturated',
    because:
      'Redis needs less CPU for an operation than one thread of Node.js needs to request it. On two CPUs, one of which Redis has, its runs are therefore limited by the generator: their rate is a lower bound for Redis, and their times are those of the generator.',
  },
}

// At a tenth of the documented size, and as long as each figure needs.
const lengths = { deserve: ' -d 10s', bridge: ' -d 60s', nestjs: ' -d 20s', hypha: '', toska: ' -d 10s' } as const

/** All pages, in the order in which they are linked. */
export const presetPages: readonly PresetPage[] = Object.entries(lengths).map(([name, length]) => {
  const command = `benchpress preset ${name} --scale 0.1${length} --full`
  const explained = explanations[name]
  const reasonsOf = (report: string): string[] => [...report.matchAll(/^ {2}invalid (\S+):/gm)].flatMap(([, reason]) => reason ?? [])
  return {
    name,
    command,
    unexplained: (report) => reasonsOf(report).filter((reason) => reason !== explained?.reason),
    write: (report) => pageOf(name, command, report, explained?.because),
  }
})

function pageOf(name: string, command: string, report: string, because: string | undefined): string {
  return `# Report of preset ${name}

Read the complete output of the command below. The report has the documented figures next to the measured ones, and below the table the machines of both. It is no
claim about any program: [the preset](../presets.md#${name}) tests its own target here, at a tenth of the documented size.
${because === undefined ? '' : `\n${because}\n`}
\`\`\`sh
${command}
\`\`\`

\`\`\`text
${withoutPlace(report).trimEnd()}
\`\`\`

\`node scripts/write-preset-pages.ts\` writes all pages again, or one page with its name as an argument.
`
}

/** The pages that `-o DIR/` writes for a preset, by docs/reports.md: an index of each, and further pages of nestjs. */
export function reportPages(name: string): readonly string[] {
  const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')
  const named = Array.from(page.matchAll(/\breports\/([\w-]+\.html)(?=\s)/g), ([, file = '']) => file)
  return name === 'nestjs' ? named : ['index.html']
}

/** Removes the properties of one machine from a report: free ports, and the build of its kernel. */
export function withoutPlace(report: string): string {
  return report
    .replaceAll(/(?<=(?:localhost|127\.0\.0\.1):)\d+/g, 'PORT')
    .replaceAll(/\bLinux (\d+\.\d+)\S*/g, 'Linux $1')
    .replaceAll(/[ \t]+$/gm, '')
}
