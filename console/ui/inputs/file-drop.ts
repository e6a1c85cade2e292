import { type DragEvent, useState } from 'react';

interface FileDrop {
  /** Files are being dragged over it. */
  isOver: boolean;
  /** For the element that takes them. */
  handlers: {
    onDragOver?(event: DragEvent): void;
    onDragLeave?(event: DragEvent): void;
    onDrop?(event: DragEvent): void;
  };
}

/**
 * Takes files dropped on an element; anything else dragged over it is ignored.
 * @param take null takes nothing
 */
export function useFileDrop(take: ((files: readonly File[]) => void) | null): FileDrop {
  const [isOver, setOver] = useState(false);
  if (take === null) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event) {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      },
    },
  };
}
