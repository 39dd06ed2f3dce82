import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

// Another version of the browser or of its font library draws the edges of letters and lines differently, which changes the mean of a square of pixels little;
// another word or figure, or one at another place, changes it more.
const side = 8
const step = 24

/** The share of squares in which two pictures differ: 0 where they are the same, 1 where their sizes differ. */
export async function differenceOf(browser: Browser, one: string, other: string): Promise<number> {
  const page = await browser.newPage()
  const [a, b] = [one, other].map((path) => `data:image/png;base64,${readFileSync(path, 'base64')}`)
  const share = await page.evaluate<number>(`(async () => {
    const means = async (source) => {
      const image = Object.assign(new Image(), { src: source })
      await image.decode()
      const [width, height] = [Math.ceil(image.width / ${side}), Math.ceil(image.height / ${side})]
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
      return { size: [image.width, image.height].join(), means: context.getImageData(0, 0, width, height).data }
    }
    const [a, b] = [await means('${a}'), await means('${b}')]
    if (a.size !== b.size) return 1
    const differing = a.means.filter((value, at) => Math.abs(value - b.means[at]) > ${step})
    return differing.length / a.means.length
  })()`)
  await page.close()
  return share
}
