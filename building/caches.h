/* Inline caches for what mypyc leaves to the interpreter's generic machinery.

   The values of the model are msgspec structs: their fields lie at fixed places, but compiled code finds them by name. As
   the interpreter does since 3.11, each place in the code remembers the last type it saw and where the field lies there.
   A type's version changes whenever it or one of its bases is changed, and no type ever gets one that another had, so that
   a cache that fits is right, also after its type has died. What does not fit takes the way that mypyc took.

   All of this rests on how CPython 3.11 to 3.13 keep their types. On any other, and without the global lock, nothing is
   cached. Compiled modules cannot be loaded by several interpreters in one process, whose types might share versions. */

#if defined(__GNUC__) && !defined(PYPY_VERSION) && !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000 \
    && !defined(ARCHIVIST_CACHES)
#define ARCHIVIST_CACHES
#include <structmember.h>

typedef struct {
    unsigned int version; /* of the type */
    int misses;           /* how often it was another type or name; a place that sees many gives up */
    PyObject *name;       /* what was asked for, for `getattr` may ask for another; nothing at first */
    Py_ssize_t offset;    /* of the field, if it is one */
    PyObject *found;      /* borrowed from the type, which keeps it for as long as the version fits: a descriptor */
} ArchivistSite;

#define ARCHIVIST_PATIENCE 64

static inline int archivist_fits(PyTypeObject *type, PyObject *name, ArchivistSite *site) {
    return type->tp_version_tag == site->version && name == site->name;
}

static void archivist_keep(PyTypeObject *type, PyObject *name, ArchivistSite *site, Py_ssize_t offset, PyObject *found) {
    if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) || type->tp_version_tag == 0)
        return;
    Py_INCREF(name); /* it must not make place for another with its address */
    Py_XSETREF(site->name, name);
    site->version = type->tp_version_tag;
    site->offset = offset;
    site->found = found;
}

/* Where a field lies in an object; 0 if it is none, or one with flags other than those that are allowed. */
static Py_ssize_t archivist_field(PyObject *object, PyObject *found, int allowed) {
    if (!Py_IS_TYPE(found, &PyMemberDescr_Type) || !PyObject_TypeCheck(object, PyDescr_TYPE(found)))
        return 0;
    PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
    return member->type == T_OBJECT_EX && !(member->flags & ~allowed) ? member->offset : 0;
}

static PyObject *__attribute__((noinline)) archivist_find(PyObject *object, PyObject *name, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_getattro == PyObject_GenericGetAttr && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        if (found != NULL) {
            Py_ssize_t offset = archivist_field(object, found, READONLY);
            if (offset != 0)
                archivist_keep(type, name, site, offset, NULL);
            else if (Py_TYPE(found)->tp_descr_get != NULL && Py_TYPE(found)->tp_descr_set != NULL)
                archivist_keep(type, name, site, 0, found);
        }
    }
    return PyObject_GetAttr(object, name);
}

static inline PyObject *archivist_attribute(PyObject *object, PyObject *name, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    if (likely(archivist_fits(type, name, site))) {
        if (unlikely(site->offset == 0)) {
            PyObject *found = site->found; /* what it does may change the type, or this place */
            Py_INCREF(found);
            PyObject *value = Py_TYPE(found)->tp_descr_get(found, object, (PyObject *)type);
            Py_DECREF(found);
            return value;
        }
        PyObject *value = *(PyObject **)((char *)object + site->offset);
        if (likely(value != NULL)) {
            Py_INCREF(value);
            return value;
        }
    }
    return archivist_find(object, name, site);
}

static int __attribute__((noinline))
archivist_place(PyObject *object, PyObject *name, PyObject *value, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_setattro == PyObject_GenericSetAttr && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_ssize_t offset = found == NULL ? 0 : archivist_field(object, found, 0);
        site->misses++;
        if (offset != 0)
            archivist_keep(type, name, site, offset, NULL);
    }
    return PyObject_SetAttr(object, name, value);
}

static inline int archivist_set(PyObject *object, PyObject *name, PyObject *value, ArchivistSite *site) {
    if (likely(archivist_fits(Py_TYPE(object), name, site) && value != NULL)) {
        PyObject **place = (PyObject **)((char *)object + site->offset), *before = *place;
        Py_INCREF(value);
        *place = value;
        Py_XDECREF(before);
        return 0;
    }
    return archivist_place(object, name, value, site);
}

/* Whether calling what was found with the object first is the same as calling what it binds to. That is so for functions;
   the methods of structs are objects that mypyc made, and they bind as functions do. */
static int archivist_binds(PyObject *found, PyObject *object) {
    PyTypeObject *kind = Py_TYPE(found);
    if (PyType_HasFeature(kind, Py_TPFLAGS_METHOD_DESCRIPTOR))
        return 1;
    if (!PyType_HasFeature(kind, Py_TPFLAGS_HAVE_VECTORCALL) || kind->tp_descr_get == NULL || kind->tp_descr_set != NULL)
        return 0;
    PyObject *bound = kind->tp_descr_get(found, object, (PyObject *)Py_TYPE(object));
    int plain = bound != NULL && PyMethod_Check(bound) && PyMethod_GET_FUNCTION(bound) == found
                && PyMethod_GET_SELF(bound) == object;
    if (bound == NULL)
        PyErr_Clear(); /* the call itself will say it */
    Py_XDECREF(bound);
    return plain;
}

/* A method of an object that cannot have an attribute of its own by that name is called without making a bound one. */
static PyObject *__attribute__((noinline))
archivist_method(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(arguments[0]);
    if (type->tp_getattro == PyObject_GenericGetAttr && type->tp_dictoffset == 0
        && !PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT) && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        if (found != NULL) {
            Py_INCREF(found); /* binding it may do anything */
            if (archivist_binds(found, arguments[0]) && _PyType_Lookup(type, name) == found)
                archivist_keep(type, name, site, 0, found);
            Py_DECREF(found);
        }
    }
    return PyObject_VectorcallMethod(name, arguments, count, keywords);
}

static inline PyObject *
archivist_call(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistSite *site) {
    if (likely(archivist_fits(Py_TYPE(arguments[0]), name, site))) {
        PyObject *found = site->found; /* what it does may change the type, or this place */
        Py_INCREF(found);
        PyObject *result = PyObject_Vectorcall(found, arguments, count & ~PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
        Py_DECREF(found);
        return result;
    }
    return archivist_method(name, arguments, count, keywords, site);
}

/* Structs have a metaclass, in which the interpreter looks for an `__instancecheck__` of its own each time, and it asks
   every object that is none for the class that it pretends to be of. */
static int archivist_is(PyObject *object, PyObject *kind) {
    static PyObject *check = NULL, *pretended = NULL;
    static unsigned int plain = 0, honest = 0; /* the versions of the last metaclass, and of the last type of an object */
    PyTypeObject *type = Py_TYPE(object), *meta = Py_TYPE(kind);
    if (type == (PyTypeObject *)kind)
        return 1;
    if (!PyType_Check(kind))
        return PyObject_IsInstance(object, kind);
    if (meta != &PyType_Type && (plain == 0 || meta->tp_version_tag != plain)) {
        if (check == NULL && (check = PyUnicode_InternFromString("__instancecheck__")) == NULL)
            return -1;
        if (_PyType_Lookup(meta, check) != _PyType_Lookup(&PyType_Type, check))
            return PyObject_IsInstance(object, kind);
        plain = PyType_HasFeature(meta, Py_TPFLAGS_VALID_VERSION_TAG) ? meta->tp_version_tag : 0;
    }
    if (PyType_IsSubtype(type, (PyTypeObject *)kind))
        return 1;
    if (honest == 0 || type->tp_version_tag != honest) {
        if (pretended == NULL && (pretended = PyUnicode_InternFromString("__class__")) == NULL)
            return -1;
        if (type->tp_getattro != PyObject_GenericGetAttr
            || _PyType_Lookup(type, pretended) != _PyType_Lookup(&PyBaseObject_Type, pretended))
            return PyObject_IsInstance(object, kind);
        honest = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
    }
    return 0;
}

#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) ({ static ArchivistSite site; archivist_attribute(object, name, &site); })
#define PyObject_SetAttr(object, name, value) \
    ({ static ArchivistSite site; archivist_set(object, name, value, &site); })
#define PyObject_VectorcallMethod(name, arguments, count, keywords) \
    ({ static ArchivistSite site; archivist_call(name, arguments, count, keywords, &site); })
#define PyObject_IsInstance(object, kind) archivist_is(object, kind)
#if PY_VERSION_HEX < 0x030C0000
/* Names of a module: no two states of dictionaries have the same version, and later interpreters keep none. A place that
   looks into dictionaries that change gives up. */
typedef struct {
    uint64_t version; /* of the dictionary */
    PyObject *name;
    PyObject *found; /* borrowed from the dictionary */
    int misses;
} ArchivistName;

static PyObject *__attribute__((noinline)) archivist_look(PyObject *names, PyObject *name, ArchivistName *site) {
    PyObject *found = CPyDict_GetItem(names, name);
    if (found != NULL && site->misses < ARCHIVIST_PATIENCE && PyDict_CheckExact(names) && PyUnicode_CheckExact(name)) {
        site->misses++;
        Py_INCREF(name); /* it must not make place for another with its address */
        Py_XSETREF(site->name, name);
        site->version = ((PyDictObject *)names)->ma_version_tag;
        site->found = found;
    }
    return found;
}

static inline PyObject *archivist_name(PyObject *names, PyObject *name, ArchivistName *site) {
    if (likely(site->name == name && PyDict_CheckExact(names)
               && ((PyDictObject *)names)->ma_version_tag == site->version)) {
        Py_INCREF(site->found);
        return site->found;
    }
    return archivist_look(names, name, site);
}

#define CPyDict_GetItem(names, name) ({ static ArchivistName site; archivist_name(names, name, &site); })
#endif
#endif
