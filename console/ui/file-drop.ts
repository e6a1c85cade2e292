import { type DragEvent, useState } from 'react';

interface FileDrop {
  /** Files are held over it. */
  isOver: boolean;
  /** Of the element that takes them. */
  handlers: {
    onDragOver?(event: DragEvent): void;
    onDragLeave?(event: DragEvent): void;
    onDrop?(event: DragEvent): void;
  };
}

/**
 * Takes files that are dropped on an element; whatever else is dragged over it goes its own way.
 * @param take null: nothing is taken
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
