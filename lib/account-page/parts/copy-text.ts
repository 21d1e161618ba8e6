/** Copies by a selection: the clipboard of the browser exists on HTTPS and on loopback only. */
function copySelected(text: string): boolean {
  // In an open dialog, everything outside of it cannot be selected.
  const place = document.querySelector('dialog') ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  const focused = document.activeElement;
  place.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
