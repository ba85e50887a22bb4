import { lazily } from '../../pipeline/pages/client/parts.js';
import type { Page } from '../../pipeline/pages/client/window.js';

const TryOrPlay = lazily(async () => (await import('./try-or-play.js')).TryOrPlay);

export const STUDIO_PAGES: readonly Page[] = [
  { at: '/try', label: 'Workbench', isShared: true, page: () => <TryOrPlay definition="/score" /> },
];
