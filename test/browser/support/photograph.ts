import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../../reports/screenshots/', import.meta.url));

/**
 * Keeps what a page looks like as reports/screenshots/<name>.png, for people to look at: only if
 * SCREENSHOTS=1 is set, as drawing a whole page takes longer than most tests.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
