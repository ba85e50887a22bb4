import { useEffect, useState } from 'preact/hooks';
import { onThemeChange, readTheme, type GridTheme } from './theme.js';

/** The theme, as a new object when the colour scheme changes. */
export function useThemed(): { readonly theme: GridTheme } {
  const [themed, setThemed] = useState(() => ({ theme: readTheme() }));
  useEffect(() => onThemeChange(() => setThemed({ theme: readTheme() })), []);
  return themed;
}
