/** A kind of token that can be told from any other text. */
interface TokenShape {
  /** How each begins, as the source of a pattern. */
  readonly begin: string
  /** The characters that follow, as the source of a pattern. Default: letters, digits, `_` and `-`. */
  readonly of?: string
  /** The fewest of these; fewer count at the end of a text, which may have been cut. */
  readonly least: number
}

/**
 * The tokens that are found in any text, by who issues them; in any other text a secret is known by the name before it.
 *
 * To be kept up with what the issuers document. A test has a token of each.
 */
export const tokenShapes: Readonly<Record<string, TokenShape>> = {
  github: { begin: 'gh[pousr]_', of: String.raw`[\w.-]`, least: 30 },
  'github-fine-grained': { begin: 'github_pat_', least: 22 },
  gitlab: { begin: 'gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|rtr|soat|wt)-', of: String.raw`[\w.-]`, least: 20 },
  aws: { begin: '(?:A3T[A-Z0-9]|ABIA|ACCA|AGPA|AIDA|AIPA|AKIA|ANPA|ANVA|AROA|ASCA|ASIA)', of: '[A-Z0-9]', least: 16 },
  slack: { begin: '(?:xox[abceoprs]|xapp)-', least: 10 },
  'slack-webhook': { begin: String.raw`hooks\.slack\.com\/(?:services|workflows|triggers)\/`, of: String.raw`[\w/]`, least: 8 },
  // A JSON Web Token that was cut before its first dot counts, too.
  jwt: { begin: String.raw`(?<![\w-](?<!%[\dA-Fa-f]{2}))eyJ[\w-]{6,}(?=\.|$)`, of: String.raw`[\w.-]`, least: 0 },
  stripe: { begin: '(?:[rs]k_(?:live|test)_|whsec_)', of: '[A-Za-z0-9]', least: 16 },
  npm: { begin: 'npm_', of: '[A-Za-z0-9]', least: 36 },
  pypi: { begin: 'pypi-', least: 50 },
  google: { begin: 'AIza', least: 35 },
  'google-oauth': { begin: String.raw`(?:ya29\.|GOCSPX-)`, least: 20 },
  openai: { begin: 'sk-(?:proj|svcacct|admin|None)-', least: 40 },
  'openai-legacy': { begin: 'sk-(?=[A-Za-z0-9]{20}T3BlbkFJ)', of: '[A-Za-z0-9]', least: 40 },
  anthropic: { begin: 'sk-ant-', least: 20 },
  groq: { begin: 'gsk_', of: '[A-Za-z0-9]', least: 40 },
  huggingface: { begin: '(?:hf|api_org)_', of: '[A-Za-z]', least: 34 },
  sendgrid: { begin: String.raw`SG\.(?=[\w-]{1,128}\.)`, of: String.raw`[\w.-]`, least: 20 },
  shopify: { begin: 'shp(?:at|ca|pa|ss)_', of: '[A-Za-z0-9]', least: 32 },
  digitalocean: { begin: 'do[opr]_v1_', of: '[a-f0-9]', least: 40 },
  docker: { begin: 'dckr_(?:pat|oat)_', least: 20 },
  databricks: { begin: 'dapi', of: '[a-f0-9]', least: 32 },
  grafana: { begin: 'gl(?:c|sa)_', of: String.raw`[\w+/=]`, least: 32 },
  linear: { begin: 'lin_(?:api|oauth)_', least: 32 },
  notion: { begin: 'ntn_', of: '[A-Za-z0-9]', least: 40 },
  onepassword: { begin: 'ops_eyJ', of: String.raw`[\w+/=-]`, least: 50 },
  vault: { begin: String.raw`hv[bsr]\.`, least: 24 },
  atlassian: { begin: 'AT(?:ATT3|CTT3|STT3|BB)', of: String.raw`[\w=-]`, least: 24 },
  sentry: { begin: 'sntry[su]_', of: String.raw`[\w+/=-]`, least: 32 },
  age: { begin: 'AGE-SECRET-KEY-1', of: '[A-Z0-9]', least: 50 },
}

// After a letter or a digit a token is a part of a word, unless that ends a character of a URL, as in `%3D`.
const anyToken = new RegExp(`(?<![A-Za-z0-9](?<!%[\\dA-Fa-f]{2}))(?:${Object.values(tokenShapes).map(sourceOf).join('|')})`, 'g')

function sourceOf({ begin, of = String.raw`[\w-]`, least }: TokenShape): string {
  return `${begin}(?:${of}{${least},}|${of}*$)`
}

/** Replaces the tokens in a text that are known by their shape. */
export function replaceTokens(text: string, mark: string): string {
  return text.replaceAll(anyToken, mark)
}
