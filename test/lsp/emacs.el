;; Emacs's client eglot: a finding, its hover, its fix applied, the finding gone.
;; For emacs --batch -l emacs.el, from version 28 on, with eglot installed and
;; BANKLINT_LSP and BANKLINT_FILE in the environment. Tried with Emacs 28.2 and
;; eglot 1.9 of Debian 12.

(require 'eglot)
(require 'flymake)

(defun fail (what)
  (message "failed: %s" what)
  (kill-emacs 1))

(defun wait-for (what condition)
  "Handle what the server sends until CONDITION holds; fail after 20 seconds."
  (let ((end (time-add nil 20)))
    (while (not (funcall condition))
      (unless (time-less-p nil end) (fail what))
      (accept-process-output nil 0.02))))

(defun findings ()
  (length (flymake-diagnostics)))

;; As docs/editors.md says.
(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
(add-to-list 'eglot-server-programs
             `(c++-mode . (,(getenv "BANKLINT_LSP"))))

(setq eglot-sync-connect t
      eglot-confirm-server-initiated-edits nil
      flymake-no-changes-timeout 0.02
      make-backup-files nil)
(find-file (getenv "BANKLINT_FILE"))
(unless (eq major-mode 'c++-mode) (fail "the mode"))
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(wait-for "one finding" (lambda () (= (findings) 1)))

(let ((found (car (flymake-diagnostics))))
  (unless (string-match-p "32-way" (flymake-diagnostic-text found))
    (fail "the finding's text"))
  (goto-char (flymake-diagnostic-beg found)))

(let* ((server (eglot--current-server-or-lose))
       (at (eglot--TextDocumentPositionParams))
       (hover (jsonrpc-request server :textDocument/hover at)))
  (unless (string-match-p "32-way conflict"
                          (plist-get (plist-get hover :contents) :value))
    (fail "hover"))
  (let* ((actions (jsonrpc-request
                   server :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier)
                         :range (list :start (plist-get at :position)
                                      :end (plist-get at :position))
                         :context '(:diagnostics []))))
         (fix (seq-find (lambda (action) (eq (plist-get action :isPreferred) t))
                        actions)))
    (unless fix (fail "a preferred action"))
    (eglot--apply-workspace-edit (plist-get fix :edit))))

(unless (buffer-modified-p) (fail "the fix is applied"))
;; A timer does this, but none runs without a terminal.
(eglot--signal-textDocument/didChange)
(wait-for "no finding after the fix" (lambda () (= (findings) 0)))
(eglot-shutdown (eglot--current-server-or-lose))
(set-buffer-modified-p nil)
(kill-emacs 0)
