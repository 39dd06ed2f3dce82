/** Leaves user and password out of a URL, be it whole or without its scheme; of what is no URL, everything that could be them. */
export function withoutUserInfo(url: string): string {
  const userInfo = URL.canParse(url) ? /^([a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i : /^([a-z][a-z\d+.-]*:\/\/)?.*@/is
  return url.replace(userInfo, '$1')
}
